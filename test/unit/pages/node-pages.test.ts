import { type IncomingMessage, type RequestListener, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNodeOrigin } from '../../../src/pages/node/node-origin.ts';
import { createPagesListener } from '../../../src/pages/node/pages-listener.ts';
import { createNodeServer } from '../../../src/proxy/node/server.ts';
import type { PageOptions } from '../../../src/pages/front/page-options.ts';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';
import { answerRecord, key, patience, startUpstream } from '../proxy/upstream-server.ts';
import { listen } from '../../support/loopback.ts';

const page =
  '<!doctype html><html><head><meta charset="utf-8"><title>Shop</title></head><body><p>Hello</p></body></html>';
const html = { 'content-type': 'text/html; charset=utf-8' };

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly text: string;
}

/** The proxy in front of pages that are served like this, both real servers; a service that says where everybody is. */
async function startFront(
  pages: RequestListener,
  {
    proxy = {},
    options = {},
    service = answerRecord({ countryCode: 'FR', city: 'Lyon </script>é' }),
  }: { proxy?: Partial<ProxyOptions>; options?: Partial<PageOptions>; service?: RequestListener } = {},
) {
  const upstream = await startUpstream(service);
  const origin = await startUpstream(pages);
  const lines: string[] = [];
  const settings = {
    upstream: upstream.url,
    key,
    limit: 0,
    trust: 1,
    timeoutMs: 20_000,
    log: (line: string) => lines.push(line),
    ...proxy,
  };
  const listener = createPagesListener(settings, { origin: origin.url, budgetMs: 10_000, markup: false, ...options });
  const server = createNodeServer(listener, { bodies: true });
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, upstream, origin, lines };
}

/** Not `fetch`, which decodes and follows. The visitor is in Lyon. */
function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method, headers: { accept: 'text/html', 'x-forwarded-for': '212.27.48.10', ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const whole = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: whole, text: whole.toString() });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** What the page has been given: the record and when. */
function recordIn({ text }: Answer): unknown {
  const [, json] = /<script type="application\/json" data-geo-record>(.*?)<\/script>/.exec(text) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
}

const serve =
  (body: string | Buffer, headers: Record<string, string | string[]> = {}, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { ...html, ...headers }).end(body);

it('reads the options of the proxy once', () => {
  let reads = 0;
  const options = {
    upstream: 'https://geo.example',
    key,
    get transport() {
      reads++;
      return undefined;
    },
  };
  createPagesListener(options, { origin: 'http://localhost' });
  expect(reads).toBe(1);
});

describe('a page behind a host that knows the place', () => {
  const upstream = { host: { countryCode: 'X-Country', city: 'X-City' } } as const;
  const echo: RequestListener = (request, response) =>
    response.writeHead(200, html).end(page.replace('Hello', Object.keys(request.headers).join(' ')));

  it('has the record in it that the host knows, and its server gets none of those headers', async () => {
    const { url } = await startFront(echo, { proxy: { upstream, key: undefined } });
    const answer = await ask(url, {
      headers: { 'x-country': 'SE', 'x-city': Buffer.from('Linköping').toString('latin1'), 'x-other': '1' },
    });
    expect(recordIn(answer)).toMatchObject({ record: { countryCode: 'SE', city: 'Linköping' } });
    expect(answer.text).toContain('x-other');
    expect(answer.text).not.toMatch(/<p>[^<]*x-(country|city)/);
  });

  it("lets such headers through where they are only the application's own", async () => {
    const { url } = await startFront(echo);
    expect((await ask(url, { headers: { 'x-city': 'Lyon' } })).text).toMatch(/<p>[^<]*x-city/);
  });
});

describe('a page that passes', () => {
  it("has the visitor's record in its head, after the charset, and is otherwise as it was", async () => {
    const { url } = await startFront(serve(page));
    const before = Date.now();
    const answer = await ask(url);
    expect(recordIn(answer)).toEqual({
      version: 1,
      time: expect.any(Number),
      record: { countryCode: 'FR', city: 'Lyon </script>é', currentPage: `${url}/` },
    });
    expect((recordIn(answer) as { time: number }).time).toBeGreaterThanOrEqual(before);
    expect(answer.text.replace(/<script type="application\/json".*?<\/script>/, '')).toBe(page);
    expect(answer.text).toMatch(/<title>Shop<\/title><script[^>]*>[ -~]*<\/script><\/head>/);
  });

  it("is nobody else's: no cache may keep it, and no validator brings it back", async () => {
    const cached = {
      'cache-control': 'public, max-age=600',
      etag: '"1"',
      'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT',
      age: '10',
      expires: 'Sun, 22 Nov 2027 00:00:00 GMT',
      'cloudflare-cdn-cache-control': 'max-age=600',
      vary: 'Accept-Encoding',
    };
    const { url, origin } = await startFront(serve(page, cached));
    const { headers } = await ask(url, {
      headers: { 'if-none-match': '"1"', 'if-modified-since': cached['last-modified'], range: 'bytes=0-5' },
    });
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'cdn-cache-control': 'no-store',
      'surrogate-control': 'no-store',
    });
    for (const name of ['etag', 'last-modified', 'age', 'expires', 'cloudflare-cdn-cache-control', 'content-length'])
      expect(headers).not.toHaveProperty(name);
    for (const name of ['if-none-match', 'if-modified-since', 'range'])
      expect(origin.received[0]?.headers).not.toHaveProperty(name);
  });

  it('keeps the wish not to be stored', async () => {
    const { url } = await startFront(serve(page, { 'cache-control': 'no-store' }));
    expect((await ask(url)).headers['cache-control']).toBe('private, no-store');
  });

  it.each([
    ['gzip', gzipSync(page)],
    ['br', brotliCompressSync(page)],
    ['identity', page],
  ] as const)('comes from its server as %s, and leaves compressed for who takes it', async (encoding, body) => {
    const { url } = await startFront(serve(body, encoding === 'identity' ? {} : { 'content-encoding': encoding }));
    const plain = await ask(url);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(recordIn(plain)).toBeDefined();
    const packed = await ask(url, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(packed.body).toString()).toContain('data-geo-record');
    expect((await ask(url, { headers: { 'accept-encoding': 'br, gzip;q=0' } })).headers).not.toHaveProperty(
      'content-encoding',
    );
  });

  it.each(['identity', 'gzip'])('streams, %s: what has come leaves before the rest is there', async (encoding) => {
    let finish = () => {};
    const { url } = await startFront((_request, response) => {
      response.writeHead(200, html).write('<head></head><body><p>First</p>');
      finish = () => response.end('<p>Second</p>');
    });
    await new Promise<void>((resolve, reject) => {
      httpRequest(url, { headers: { accept: 'text/html', 'accept-encoding': encoding } }, (response) => {
        response.once('data', () => {
          finish();
          response.resume();
          response.on('end', resolve);
        });
      })
        .on('error', reject)
        .end();
    });
  });

  it("tells the service of the page, as the widget on it would, so that the widget's question is answered already", async () => {
    const { url, upstream } = await startFront(serve(page));
    const headers = {
      host: 'shop.example',
      referer: 'https://search.example/?q=shoes',
      'user-agent': 'Test',
      'accept-language': 'fr',
    };
    await ask(`${url}/shoes?color=red`, { headers });
    const ofWidget = {
      referer: 'http://shop.example/shoes?color=red',
      'x-visitor-referer': headers.referer,
      accept: '*/*',
    };
    await ask(`${url}/geo`, { headers: { ...headers, ...ofWidget } });
    expect(upstream.received.map((asked) => asked.headers)).toEqual([
      expect.objectContaining({
        referer: 'http://shop.example/shoes',
        'x-visitor-referer': 'https://search.example/',
        'x-visitor-ip': '212.27.48.10',
      }),
    ]);
  });

  it('is asked for while the record is', async () => {
    let asked = 0;
    const wait = (request: IncomingMessage, then: () => void) => {
      asked++;
      const timer = setInterval(() => {
        if (asked < 2 && !request.destroyed) return;
        clearInterval(timer);
        then();
      }, 5);
    };
    const service = answerRecord({ countryCode: 'FR' });
    const { url } = await startFront((request, response) => wait(request, () => serve(page)(request, response)), {
      service: (request, response) => wait(request, () => service(request, response)),
    });
    expect(recordIn(await ask(url))).toBeDefined();
  });
});

describe('a page without a record', () => {
  const failing: RequestListener = (_request, response) => response.writeHead(500).end();

  it('leaves as written when the service is too slow, and is private all the same', async () => {
    const { url } = await startFront(serve(page), { service: () => {}, options: { budgetMs: 50 } });
    const answer = await ask(url);
    expect([answer.text, answer.headers['cache-control']]).toEqual([page, 'private, no-cache']);
  });

  it('still has the loader that the proxy is to put in', async () => {
    const { url } = await startFront(serve(page), { service: failing, options: { loader: 'tag' } });
    expect((await ask(url)).text).toContain('<script async src="/geolet.js" data-endpoint="/geo"></script></head>');
  });

  it('is what a visitor above the limit gets', async () => {
    const { url } = await startFront(serve(page), { proxy: { limit: 1 } });
    expect(recordIn(await ask(url))).toBeDefined();
    expect((await ask(url)).text).toBe(page);
  });
});

describe('the loader in a page', () => {
  const files: ProxyOptions['files'] = (name) =>
    Promise.resolve(
      name === 'geolet.js'
        ? { body: new TextEncoder().encode('run("ü")\n//# sourceMappingURL=geolet.js.map\n'), etag: '"1"' }
        : undefined,
    );

  const inline = '<script data-endpoint="/geo">run("\\u00fc")</script>';
  const withNonce = (nonce: string) => inline.replace('<script', `<script nonce="${nonce}"`);
  const tag = '<script async src="/geolet.js" data-endpoint="/geo"></script>';

  it.each([
    [undefined, inline],
    ["script-src 'nonce-a1+/=' 'strict-dynamic'", withNonce('a1+/=')],
    ["script-src 'nonce-b2'; style-src 'nonce-a1'", withNonce('b2')],
    ["default-src 'self'; style-src 'nonce-a1'", tag],
    ["frame-ancestors 'none'", inline],
    ["script-src 'self' 'unsafe-inline'", inline],
    ["script-src 'unsafe-inline' 'sha256-AAAA'", tag],
    ["script-src 'unsafe-inline', script-src 'self'", tag],
    ["script-src 'self'", tag],
  ])('stands there inline where the policy %s allows it', async (policy, expected) => {
    const pages = serve(page, policy === undefined ? {} : { 'content-security-policy': policy });
    const { url } = await startFront(pages, { proxy: { files }, options: { loader: 'inline' } });
    expect((await ask(url)).text).toContain(`${expected}</head>`);
  });

  it.each([
    ['tag', '<script async src="/geolet-bindings.js" data-endpoint="/geo"></script>'],
    ['inline', '<script data-endpoint="/geo">geolet-bindings.js</script>'],
  ] as const)('is the one with bindings alone where the owner says so, as %s', async (loader, expected) => {
    const { url } = await startFront(serve(page), {
      proxy: { files: (name) => Promise.resolve({ body: new TextEncoder().encode(name), etag: '"1"' }) },
      options: { loader, script: 'geolet-bindings.js' },
    });
    expect((await ask(url)).text).toContain(`${expected}</head>`);
  });
});

it('the loader of the next release stands in pages as soon as it is there', async () => {
  let release = 1;
  const files: ProxyOptions['files'] = () =>
    Promise.resolve({ body: new TextEncoder().encode(`run(${release})`), etag: `"${release}"` });
  const { url } = await startFront(serve(page), { proxy: { files }, options: { loader: 'inline' } });
  expect((await ask(url)).text).toContain('>run(1)</script>');
  release = 2;
  expect((await ask(url)).text).toContain('>run(2)</script>');
});

describe('everything else', () => {
  it.each<[string, Record<string, string | string[]>, number]>([
    ['a picture', { 'content-type': 'image/png', etag: '"1"', 'cache-control': 'public, max-age=600' }, 200],
    ['a redirect', { location: '/elsewhere' }, 302],
    ['an error page', { etag: '"1"' }, 404],
    ['a part of a page', { 'content-range': 'bytes 0-5/10' }, 206],
    ['a page that is to stay as it is', { 'cache-control': 'no-transform' }, 200],
    ['a page in UTF-16', { 'content-type': 'text/html; charset=UTF-16LE' }, 200],
    ['a page in an unknown encoding', { 'content-encoding': 'zstd' }, 200],
    ['a download', { 'content-disposition': 'attachment' }, 200],
  ])('passes as it is: %s', async (_, headers, status) => {
    const { url } = await startFront(serve(page, headers, status));
    const answer = await ask(url, { headers: { 'accept-encoding': 'gzip' } });
    expect([answer.status, answer.text]).toEqual([status, page]);
    expect(answer.headers).toMatchObject(headers);
  });

  it("is not followed, but a redirect to the pages' server leads to the proxy", async () => {
    let own = '';
    const locations = new Map([
      ['/a', () => `${own}/b?c#d`],
      ['/x', () => `${own}.evil.example/`],
    ]);
    const { url, origin } = await startFront((request, response) =>
      response.writeHead(301, { location: locations.get(request.url ?? '')?.() ?? 'https://other.example/' }).end(),
    );
    own = origin.url;
    expect((await ask(`${url}/a`)).headers.location).toBe(`${url}/b?c#d`);
    expect((await ask(`${url}/x`)).headers.location).toBe(`${own}.evil.example/`);
    expect((await ask(`${url}/y`)).headers.location).toBe('https://other.example/');
  });

  it('is what scripts fetch, with their conditions', async () => {
    const { url, origin } = await startFront(serve('', { etag: '"1"' }, 304));
    const answer = await ask(url, { headers: { 'sec-fetch-dest': 'empty', 'if-none-match': '"1"' } });
    const asked = origin.received[0]?.headers['if-none-match'];
    expect([answer.status, answer.headers.etag, asked]).toEqual([304, '"1"', '"1"']);
  });

  it('is what the owner leaves out', async () => {
    const { url } = await startFront(serve(page, { etag: '"1"' }), {
      options: { when: (request) => /(^|; )consent=yes/.test(request.headers.get('cookie') ?? '') },
    });
    expect((await ask(url)).text).toBe(page);
    expect(recordIn(await ask(url, { headers: { cookie: 'a=b; consent=yes' } }))).toBeDefined();
  });

  it('sends bodies on and every cookie back', async () => {
    const { url } = await startFront((request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': ['a=1; Path=/', 'b=2, 3; Path=/'] });
      request.pipe(response);
    });
    const body = 'x'.repeat(200_000);
    const answer = await ask(`${url}/form`, { method: 'POST', body, headers: { cookie: 'c=4' } });
    expect(answer.text).toBe(body);
    expect(answer.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2, 3; Path=/']);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'sends a body of %s on as one body, so that nothing in it is read as another request',
    async (method) => {
      const asked: string[] = [];
      const { url } = await startFront((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        request.pipe(response);
      });
      const body = 'GET /hidden HTTP/1.1\r\nHost: shop.example\r\n\r\n';
      for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'content-length': String(body.length) }])
        expect((await ask(`${url}/form`, { method, headers, body })).text).toBe(body);
      await ask(`${url}/next`);
      expect(asked).toEqual([`${method} /form`, `${method} /form`, 'GET /next']);
    },
  );

  it.each(['GET', 'HEAD'])(
    "is no body of %s, whose length would be taken from the next visitor's request",
    async (method) => {
      const { url, origin } = await startFront(serve(page));
      const answer = await ask(url, { method, headers: { 'content-length': '60' }, body: 'x'.repeat(60) });
      expect([answer.status, origin.received.length]).toEqual([400, 0]);
      expect((await ask(url)).status).toBe(200);
    },
  );

  it('is a body that nobody reads, and the next request on the connection is answered all the same', async () => {
    const body = 'x'.repeat(1_000_000);
    const unread = {
      nobody: await startFront(serve(page), { options: { origin: 'http://127.0.0.1:9' } }),
      'a circle': await startFront(serve(page)),
      'one who answers at once': await startFront(
        (request, response) => void response.writeHead(413, html).end(() => request.resume()),
      ),
    };
    for (const [reader, { url }] of Object.entries(unread)) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
      onTestFinished(() => void socket.destroy());
      let answers = '';
      socket.on('data', (text: string) => (answers += text)).on('error', () => {});
      socket.write(
        `POST /form HTTP/1.1\r\nHost: shop.example\r\n${reader === 'a circle' ? 'X-Geolet-Pages: 1\r\n' : ''}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      socket.write('GET /geolet-ready HTTP/1.1\r\nHost: shop.example\r\n\r\n');
      await expect
        .poll(() => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status), {
          ...patience,
          message: reader,
        })
        .toEqual([expect.stringMatching(/502|508|413/), '200']);
    }
  });

  it('is no body that breaks off in something else: 400 at once, and once', async () => {
    const { url } = await startFront((request, response) => void request.on('error', () => {}).pipe(response));
    for (const broken of ['Transfer-Encoding: gzip\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhellohello\r\n']) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
      let answer = '';
      socket.on('data', (text: string) => (answer += text)).on('error', () => {});
      socket.write(`POST /form HTTP/1.1\r\nHost: shop.example\r\n${broken}`);
      await new Promise((resolve) => socket.on('close', resolve));
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    }
  });

  it('HEAD of a page has its headers, no length and no body', async () => {
    const { url, upstream } = await startFront(serve(page, { 'content-length': String(page.length) }));
    const answer = await ask(url, { method: 'HEAD' });
    const { status, text, headers } = answer;
    expect([status, text, headers['cache-control'], headers['content-length']]).toEqual([
      200,
      '',
      'private, no-cache',
      undefined,
    ]);
    expect(upstream.received).toEqual([]);
  });

  it('HEAD of a page that its server compressed has the headers that its visitor gets', async () => {
    const { url } = await startFront(
      serve(gzipSync(page), { 'content-encoding': 'gzip', 'cache-control': 'public, max-age=600', etag: '"1"' }),
    );
    const { headers } = await ask(url, { method: 'HEAD' });
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'cdn-cache-control': 'no-store' });
    for (const name of ['etag', 'content-encoding', 'content-length']) expect(headers).not.toHaveProperty(name);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'gzip, deflate, br'],
    ['br;q=0.5, ZSTD;q=1', 'br;q=0.5'],
    ['zstd', 'identity'],
    ['*', 'identity'],
  ])('a page is asked for in what can be read of %s', async (accepted, asked) => {
    const { url, origin } = await startFront(serve(page));
    await ask(url, { headers: { 'accept-encoding': accepted } });
    await ask(url, { headers: { 'accept-encoding': accepted, 'sec-fetch-dest': 'image' } });
    expect(origin.received.map(({ headers }) => headers['accept-encoding'])).toEqual([asked, accepted]);
  });

  it("tells the pages' server who came and how, and nothing that visitors make up or that tells where they are", async () => {
    const { url, origin } = await startFront(serve(page), { proxy: { trust: 'none' } });
    await ask(url, {
      headers: {
        host: 'shop.example',
        'x-forwarded-for': '9.9.9.9',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=9.9.9.9',
        'x-visitor-ip': '9.9.9.9',
        connection: 'keep-alive, x-secret',
        'x-secret': '1',
        te: 'trailers',
      },
    });
    const { headers } = origin.received[0] ?? { headers: {} };
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      host: new URL(origin.url).host,
    });
    for (const name of ['forwarded', 'x-forwarded-host', 'x-visitor-ip', 'x-secret', 'te'])
      expect(headers).not.toHaveProperty(name);
    expect(JSON.stringify(headers)).not.toMatch(/FR|Lyon|9\.9\.9\.9|canary/);
  });

  it('passes what the owner lets pass, also of the headers that only servers set', async () => {
    const { url, origin } = await startFront(serve(page), { options: { passHeaders: ['X-Auth-Request-Email'] } });
    await ask(url, { headers: { 'x-auth-request-email': 'a@shop.example', 'x-auth-request-user': 'a' } });
    const { headers } = origin.received[0] ?? { headers: {} };
    expect(headers).toMatchObject({ 'x-auth-request-email': 'a@shop.example' });
    expect(headers).not.toHaveProperty('x-auth-request-user');
  });

  it.each([
    [{ passHeaders: ['X_User'] }, 'GEOLET_PAGES_PASS_HEADERS) has "X_User": write names of headers'],
    [{ passHeaders: ['X-Forwarded-For'] }, 'GEOLET_PAGES_PASS_HEADERS) has x-forwarded-for, which the proxy itself'],
    [{ passHeaders: ['Connection'] }, 'GEOLET_PAGES_PASS_HEADERS) has connection, which'],
    [{ passHeaders: ['X-Geolet-Doctor'] }, 'GEOLET_PAGES_PASS_HEADERS) has x-geolet-doctor, which'],
    [{ passHeaders: ['X-A'], dropHeaders: ['x-a'] }, 'GEOLET_PAGES_PASS_HEADERS) has x-a, and pagesDropHeaders has it'],
    [{ dropHeaders: ['X-User-*'] }, 'GEOLET_PAGES_DROP_HEADERS) has "X-User-*": write names of headers'],
  ])('does not start with %o', (options, problem) => {
    const start = () =>
      createPagesListener({ upstream: 'http://127.0.0.1:9', key }, { origin: 'http://127.0.0.1:9', ...options });
    expect(start).toThrow(problem);
  });

  it("tells the pages' server of a host that the owner has named, and refuses every other", async () => {
    const options = { hosts: ['shop.example', 'Shop.example:8443'] };
    const { url, origin } = await startFront(serve(page), { options });
    const statusAt = async (host: string) => (await ask(url, { headers: { host } })).status;
    for (const host of ['shop.example', 'SHOP.example', 'shop.example:8443'])
      expect(await statusAt(host), host).toBe(200);
    for (const host of ['evil.example', 'shop.example.', 'shop.example:1', 'a.shop.example'])
      expect(await statusAt(host), host).toBe(421);
    const hosts = origin.received.map(({ headers }) => headers['x-forwarded-host']);
    expect(hosts).toEqual(['shop.example', 'shop.example', 'shop.example:8443']);
  });

  it.each([
    '/static/%2e%2e/admin',
    '/static/../admin',
    '/static/\\..\\admin',
    '/a//b/./c?x=/../y',
    '//other.example/x',
    '/\\evil.example/',
    '/?u=http://evil.example',
  ])("asks the pages' server, and no other, for the path as it was sent: %s", async (path) => {
    const { url, origin } = await startFront(serve(page));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`);
    await new Promise((resolve) => socket.on('close', resolve).resume());
    expect(origin.received.map(({ url: asked }) => asked)).toEqual([path]);
  });

  it('adds to what a trusted server in front says', async () => {
    const { url, origin } = await startFront(serve(page));
    await ask(url, { headers: { 'x-forwarded-proto': 'https' } });
    expect(origin.received[0]?.headers).toMatchObject({
      'x-forwarded-for': '212.27.48.10, 127.0.0.1',
      'x-forwarded-proto': 'https',
    });
  });

  it('knows from it that the visitor came by TLS: in the record, for the service and in redirects', async () => {
    let own = '';
    const { url, upstream, origin } = await startFront((request, response) =>
      request.url === '/old'
        ? response.writeHead(301, { location: `${own}/shoes` }).end()
        : response.writeHead(200, html).end(page),
    );
    own = origin.url;
    const headers = { host: 'shop.example', 'x-forwarded-proto': 'https' };
    expect(recordIn(await ask(`${url}/shoes`, { headers }))).toMatchObject({
      record: { currentPage: 'https://shop.example/shoes' },
    });
    expect(upstream.received[0]?.headers.referer).toBe('https://shop.example/shoes');
    expect((await ask(`${url}/old`, { headers })).headers.location).toBe('https://shop.example/shoes');
    expect(
      recordIn(await ask(`${url}/shoes`, { headers: { host: 'shop.example', 'x-forwarded-proto': 'ftp' } })),
    ).toMatchObject({ record: { currentPage: 'http://shop.example/shoes' } });
  });

  it('adds nothing to what a stranger says who came past the trusted servers', async () => {
    const { url, origin } = await startFront(serve(page), { proxy: { trust: ['10.0.0.0/8'] } });
    await ask(url, { headers: { 'x-forwarded-proto': 'https' } });
    expect(origin.received[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
  });
});

describe("a pages' server in trouble", () => {
  it('that cannot be reached is 502, told in words, and logged', async () => {
    const { url, lines } = await startFront(serve(page), { options: { origin: 'http://127.0.0.1:9' } });
    const answer = await ask(url);
    expect([answer.status, answer.headers['cache-control']]).toEqual([502, 'no-store']);
    expect(answer.text).toBe('This page cannot be reached at the moment.\n');
    expect(lines).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  it('has a while to begin its answer, and for ever to end it', async () => {
    const waitMs = 1000;
    const origin = await startUpstream((request, response) => {
      if (request.url === '/silent') return;
      response.write('first ');
      setTimeout(() => response.end('last'), 1.5 * waitMs);
    });
    const askOrigin = createNodeOrigin(waitMs);
    const ask = (path: string) => askOrigin(origin.url + path, new Request(origin.url), new Headers(), false);
    await expect(ask('/silent')).rejects.toThrow('no answer within 1000 ms');
    expect(await (await ask('/events')).text()).toBe('first last');
  });

  it.each([
    ['GET', 200, 2],
    ['POST', 502, 1],
  ] as const)(
    'that closes a connection as it is used again is asked again for a %s or not, since to buy twice is not to look twice',
    async (method, status, asked) => {
      const used = new Set<unknown>();
      const { url, origin } = await startFront((request, response) => {
        if (used.has(request.socket)) request.socket.destroy();
        else response.writeHead(200, html).end(page);
        used.add(request.socket);
      });
      await ask(url);
      expect((await ask(url, { method })).status).toBe(status);
      expect(origin.received).toHaveLength(1 + asked);
    },
  );

  it('that answers with a status that is none is 502, and keeps no connection', async () => {
    const odd = 'HTTP/1.1 999 Odd\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\n<p>';
    const { url, origin, lines } = await startFront((request) => void request.socket.write(odd));
    expect((await ask(url)).status).toBe(502);
    expect(lines).toEqual([expect.stringContaining('status')]);
    await expect.poll(origin.isLetGo, patience).toBe(true);
  });

  it('that breaks off breaks the page off, so that nobody takes a half for the whole', async () => {
    const { url, lines } = await startFront((_request, response) => {
      response.writeHead(200, { ...html, 'content-length': '1000' }).write('<p>Half', () => response.destroy());
    });
    await expect(ask(url)).rejects.toThrow();
    await expect.poll(() => lines, patience).toHaveLength(1);
  });

  it('that points back to the proxy gets an error and no second request', async () => {
    let url = '';
    const front = await startFront((_request, response) =>
      httpRequest(url, { headers: { accept: 'text/html', 'x-geolet-pages': '1' } }, (answer) =>
        answer.pipe(response),
      ).end(),
    );
    ({ url } = front);
    expect((await ask(url)).text).toContain('points back to this proxy');
  });

  it('is let go when the visitor leaves', async () => {
    const { url, origin } = await startFront((_, response) => void response.writeHead(200, html).write('<p>Endless'));
    const leaving = new AbortController();
    const { body } = await fetch(url, { headers: { accept: 'text/html' }, signal: leaving.signal });
    await body?.getReader().read();
    leaving.abort();
    await expect.poll(origin.isLetGo, patience).toBe(true);
  });
});

it("the proxy's own paths are answered as without pages, and their errors too", async () => {
  const { url, origin } = await startFront(serve(page));
  expect((await ask(`${url}/geo`)).headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
  });
  expect((await ask(`${url}/geo`, { method: 'POST', body: 'x' })).status).toBe(400);
  expect((await ask(`${url}/`, { method: 'TRACE' })).status).toBe(404);
  expect((await ask(url, { headers: { host: 'a b' } })).status).toBe(400);
  expect(origin.received).toEqual([]);
});

it.each<[Partial<PageOptions>, string]>([
  [{ origin: 'shop' }, 'GEOLET_PAGES)'],
  [{ origin: 'ftp://shop.example' }, 'GEOLET_PAGES)'],
  [{ origin: 'http://shop.example/path' }, 'GEOLET_PAGES)'],
  [{ budgetMs: -1 }, 'GEOLET_PAGES_BUDGET_MS'],
  [{ loader: 'yes' as 'tag' }, 'GEOLET_PAGES_LOADER'],
  [{ loader: 'tag', script: 'bindings' as 'geolet.js' }, 'GEOLET_PAGES_SCRIPT'],
  [{ script: 'geolet-bindings.js' }, 'but the proxy inserts no script: pagesLoader is page'],
  [{ loader: 'page', script: 'geolet.js' }, 'but the proxy inserts no script: pagesLoader is page'],
  [{ choiceCookie: 'a=b' }, 'GEOLET_PAGES_CHOICE_COOKIE'],
  [{ choiceParameter: 'a=b' }, 'GEOLET_PAGES_CHOICE_PARAMETER'],
  [{ hosts: [] }, 'GEOLET_PAGES_HOSTS'],
  [{ hosts: ['https://shop.example'] }, 'GEOLET_PAGES_HOSTS'],
  [{ hosts: ['shop.example/x'] }, 'GEOLET_PAGES_HOSTS'],
])('options that are wrong %j is told when the proxy starts', (options, name) => {
  expect(() =>
    createPagesListener({ upstream: 'https://geo.example', key }, { origin: 'http://127.0.0.1:3000', ...options }),
  ).toThrow(name);
});
