import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../../support/loopback.ts';
import { startServer } from '../../../support/start-server.ts';
import { html, serve, start } from './started-geolet.ts';

const page = '<!doctype html><meta charset="utf-8"><p data-geo-text="{city}">you</p>';
const written = '<p data-geo-text="{city}">Lyon<template data-geolet-was>you</template></p>';

const asPage = { accept: 'text/html', 'x-forwarded-for': '212.27.48.10' };

/** What `on-headers` does, on which session middleware and many others stand. */
function beforeHead(response: ServerResponse, change: () => void): void {
  const writeHead: unknown = response.writeHead;
  if (typeof writeHead !== 'function') throw new Error('There is no writeHead.');
  response.writeHead = (...values: unknown[]) => {
    change();
    Reflect.apply(writeHead, response, values);
    return response;
  };
}

const senders: readonly (readonly [name: string, send: (response: ServerResponse) => void])[] = [
  ['end', (response) => void response.setHeader('content-type', html['content-type']).end(page)],
  [
    'write',
    (response) => {
      response.setHeader('content-type', html['content-type']).write(page);
      response.end();
    },
  ],
  ['pipe', (response) => void Readable.from([page]).pipe(response.setHeader('content-type', html['content-type']))],
  ['writeHead', (response) => void response.writeHead(200, html).end(page)],
];

describe.each(senders)('beside middleware that waits for the head, a page sent by %s', (_, send) => {
  it.each(['before', 'behind'])('has the headers of what stands %s it, once', async (place) => {
    const { geolet } = await start();
    let times = 0;
    const hook = (response: ServerResponse) =>
      beforeHead(response, () => {
        times++;
        response.setHeader('set-cookie', 'session=1');
      });
    const url = await startServer((request, response) => {
      if (place === 'before') hook(response);
      geolet.middleware(request, response, () => {
        if (place === 'behind') hook(response);
        send(response);
      });
    });
    const response = await fetch(url, { headers: asPage });
    expect(await response.text()).toContain(written);
    expect(response.headers.get('set-cookie')).toBe('session=1');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(times).toBe(1);
  });
});

/** What `compression()` does: the body, and what waits for `drain`, go to a stream that fills up by itself. */
function compress(response: ServerResponse): void {
  const gzip = createGzip();
  const { write, end, on } = response;
  gzip.on('data', (chunk) => void Reflect.apply(write, response, [chunk]));
  gzip.on('end', () => void Reflect.apply(end, response, []));
  const sends = { write: (chunk: unknown) => gzip.write(chunk), end: () => gzip.end() };
  Object.assign(response, sends, {
    on: (event: string, listener: () => void) =>
      Reflect.apply(on, event === 'drain' ? gzip : response, [event, listener]),
  });
  beforeHead(response, () => response.setHeader('content-encoding', 'gzip'));
}

describe('behind middleware that compresses', () => {
  it('a page of any size is written and then compressed, and what is piped ends', async () => {
    const { geolet } = await start();
    const long = [page, ...Array<string>(50).fill(`<p>${'x'.repeat(30_000)}</p>`)];
    const url = await startServer((request, response) => {
      compress(response);
      geolet.middleware(request, response, () => {
        response.setHeader('content-type', html['content-type']);
        Readable.from(request.url === '/long' ? long : [page]).pipe(response);
      });
    });
    for (const path of ['/', '/long']) {
      const response = await fetch(url + path, { headers: asPage });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(await response.text()).toContain(written);
    }
  });

  it('a page that its server flushes is sent on as it comes', async () => {
    const { geolet } = await start();
    const flushed: string[] = [];
    const url = await startServer((request, response) => {
      const { write } = response;
      const sent: string[] = [];
      response.write = (...values: unknown[]) => {
        sent.push(String(values[0]));
        return Boolean(Reflect.apply(write, response, values));
      };
      Object.assign(response, { flush: () => flushed.push(sent.join('')) });
      geolet.middleware(request, response, () => {
        response.writeHead(200, html).write(page);
        if ('flush' in response && typeof response.flush === 'function') response.flush();
        setImmediate(() => response.end());
      });
    });
    await (await fetch(url, { headers: asPage })).text();
    expect(flushed.at(-1)).toBeTruthy();
  });
});

describe('a page that is compressed before the middleware gets it', () => {
  const compressed: RequestListener = (_request, response) => {
    const gzip = createGzip();
    response.writeHead(200, { ...html, 'content-encoding': 'gzip', etag: '"1"' });
    gzip.pipe(response);
    gzip.end(page);
  };

  it('is sent as it is, with its validator, and reported once with the order to use', async () => {
    const { url, lines } = await serve(compressed);
    for (let view = 0; view < 3; view++) {
      const response = await fetch(url, { headers: asPage });
      expect(await response.text()).toBe(page);
      expect(response.headers.get('etag')).toBe('"1"');
      expect(response.headers.get('cache-control')).toBeNull();
    }
    expect(lines).toEqual([expect.stringMatching(/compress.*app\.use\(compression\(\)\).*geolet\.middleware/)]);
  });

  it('is reported around a handler of web requests too', async () => {
    const { geolet, lines } = await start();
    const response = new Response(page, { headers: { ...html, 'content-encoding': 'br' } });
    const request = new Request('https://shop.example/', { headers: asPage });
    expect(await geolet.handle(request, { ip: '9.9.9.9' }, () => response)).toBe(response);
    expect(lines).toHaveLength(1);
  });

  it('is not reported where it is no page, or not asked for as one', async () => {
    const { url, lines } = await serve((request, response) =>
      request.url === '/'
        ? compressed(request, response)
        : response.writeHead(200, { 'content-encoding': 'x' }).end('{}'),
    );
    expect(await (await fetch(url, { headers: { ...asPage, 'sec-fetch-dest': 'empty' } })).text()).toBe(page);
    await fetch(`${url}/data`, { headers: asPage }).catch(() => {});
    expect(lines).toEqual([]);
  });

  it('is written where its encoding is "identity"', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { ...html, 'content-encoding': 'identity' }).end(page),
    );
    expect(await (await fetch(url, { headers: asPage })).text()).toContain(written);
  });
});

describe('the middleware', () => {
  it('takes no more of a page than its visitor takes, and listens once', async () => {
    const warnings: string[] = [];
    const warn = ({ name }: Error) => warnings.push(name);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    let response: ServerResponse | undefined;
    let sent = 0;
    const { url } = await serve((_request, outgoing) => {
      response = outgoing;
      Readable.from(
        (function* () {
          for (; sent < 2000; sent++) yield Buffer.from(`<p>${'x'.repeat(16_000)}</p>`);
        })(),
      ).pipe(outgoing.writeHead(200, html));
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n');
    let read = 0;
    let mostWaiting = 0;
    for await (const chunk of socket) {
      read += Buffer.byteLength(chunk);
      mostWaiting = Math.max(mostWaiting, response?.writableLength ?? 0);
      if (read > 2000 * 16_007) break;
      // A visitor who is slower than the server.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    expect(mostWaiting).toBeLessThan(500_000);
    expect(response?.listenerCount('drain')).toBeLessThan(5);
    expect(response?.listenerCount('close')).toBeLessThan(8);
    expect(sent).toBe(2000);
    expect(warnings).toEqual([]);
  });

  it('hides conditions from what may be a page, and from nothing else', async () => {
    const { url } = await serve(({ headers }, response) => response.end(headers['if-none-match'] ?? 'none'));
    const ask = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await fetch(url + path, { headers: { ...headers, 'if-none-match': '"1"' } })).text();
    for (const path of ['/', '/boots', '/boots.html', '/index.php?x=a.png', '/v1.2', '/docs/'])
      expect(await ask(path, asPage)).toBe('none');
    for (const path of ['/boots.png', '/film.mp4', '/catalogue.pdf', '/app.js'])
      expect(await ask(path, asPage)).toBe('"1"');
    expect(await ask('/', { accept: '*/*' })).toBe('"1"');
    expect(await ask('/', { accept: '*/*', 'sec-fetch-dest': 'document' })).toBe('none');
    expect(await ask('/', { 'sec-fetch-dest': 'image' })).toBe('"1"');
  });

  it.each([
    ['a tag', { 'if-none-match': '"0", W/"1"' }, 304],
    ['any tag', { 'if-none-match': '*' }, 304],
    ['its time', { 'if-modified-since': 'Tue, 01 Jan 2030 00:00:00 GMT' }, 304],
    ['another tag', { 'if-none-match': '"2"', 'if-modified-since': 'Tue, 01 Jan 2030 00:00:00 GMT' }, 200],
    ['an older time', { 'if-modified-since': 'Tue, 01 Jan 2019 00:00:00 GMT' }, 200],
    ['no time', { 'if-modified-since': 'yesterday' }, 200],
  ])('answers for data that it took for a page what a condition by %s asks', async (_, headers, status) => {
    const { url } = await serve((_request, response) => {
      response.setHeader('last-modified', 'Wed, 01 Jan 2020 00:00:00 GMT');
      response.writeHead(200, { 'content-type': 'application/json', etag: 'W/"1"', 'x-own': '1' }).end('{}');
    });
    const response = await fetch(url, { headers: { ...asPage, ...headers, 'cache-control': 'max-age=0' } });
    const answered = [response.status, response.headers.get('x-own'), await response.text()];
    expect(answered).toEqual([status, '1', status === 304 ? '' : '{}']);
    const reloaded = await fetch(url, { headers: { ...asPage, ...headers, 'cache-control': 'no-cache' } });
    expect(reloaded.status).toBe(200);
  });

  it('leaves conditions where the options leave a page out', async () => {
    const echo: RequestListener = ({ headers }, response) => response.end(headers['if-none-match'] ?? 'none');
    const { url } = await serve(echo, { pages: { when: () => false } });
    expect(await (await fetch(url, { headers: { ...asPage, 'if-none-match': '"1"' } })).text()).toBe('"1"');
  });

  it('sends a page as it is where the option fails that chooses pages, and says so', async () => {
    const when = () => {
      throw new TypeError('No cookie.');
    };
    const { url, lines } = await serve((_, response) => response.writeHead(200, html).end(page), { pages: { when } });
    expect(await (await fetch(url, { headers: asPage })).text()).toBe(page);
    expect(lines).toEqual([expect.stringContaining('No cookie.')]);
  });

  it('writes a page once where it stands twice', async () => {
    const { geolet } = await start();
    const url = await startServer((request, response) =>
      geolet.middleware(request, response, () =>
        geolet.middleware(request, response, () => response.writeHead(200, html).end(page)),
      ),
    );
    const body = await (await fetch(url, { headers: asPage })).text();
    expect(body.split('data-geo-record')).toHaveLength(2);
  });

  it('asks nobody for an answer to HEAD, which has the headers of a page', async () => {
    const { url, upstream } = await serve((_request, response) =>
      response.writeHead(200, { ...html, etag: '"1"' }).end(),
    );
    const { headers } = await fetch(url, { headers: asPage, method: 'HEAD' });
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['private, no-cache', null]);
    expect(upstream.received).toHaveLength(0);
  });

  it('leaves the connection to its server', async () => {
    const { url } = await serve((_request, response) => {
      response.setHeader('connection', 'close');
      response.writeHead(200, { ...html, trailer: 'x-sum' }).write(page);
      response.addTrailers({ 'x-sum': '1' });
      response.end();
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n');
    const raw = await text(socket);
    expect(raw).toMatch(/^connection: close/im);
    expect(raw).toMatch(/^trailer: x-sum/im);
    expect(raw).toContain('0\r\nx-sum: 1\r\n');
  });

  it.each([
    ['a host with a password', 'GET / HTTP/1.1\r\nHost: a:b@c'],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: [::'],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: x'],
    ['a whole URL', 'GET http://other.example/ HTTP/1.1\r\nHost: x:80'],
    ['a path that starts like a host', 'GET //@x:y HTTP/1.1\r\nHost: x'],
  ])('passes on a request with %s', async (_, head) => {
    const { geolet } = await start();
    const server = createServer((incoming: IncomingMessage, outgoing) =>
      geolet.middleware(incoming, outgoing, () => outgoing.end(`asked for ${incoming.url}`)),
    );
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect(portOf(server), '127.0.0.1');
    socket.write(`${head}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toContain('asked for');
  });
});
