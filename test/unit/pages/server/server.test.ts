import { type RequestListener, type ServerResponse, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { toNodeListener } from '../../../../src/proxy/node/listener.ts';
import { createResponder } from '../../../../src/proxy/proxy.ts';
import type { ServerOptions } from '../../../../src/pages/server/index.ts';
import responseHeaders from '../../../cases/response-headers.json' with { type: 'json' };
import { startServer } from '../../../support/start-server.ts';
import { answerRecord, key } from '../../proxy/upstream-server.ts';
import { html, lyon, serve, start } from './started-geolet.ts';

const page =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body><p data-geo-text="{city}">you</p>é</body></html>';

const written = '<p data-geo-text="{city}">Lyon<template data-geolet-was>you</template></p>é</body></html>';

const peer = { ip: '212.27.48.10' };

function asPage(path = '/', headers: Record<string, string> = {}): Request {
  return new Request(`https://shop.example${path}`, { headers: { accept: 'text/html', ...headers } });
}

/** A page as it is written for the visitor who asks for it. */
async function write(html: string, { options = {}, request = asPage(), service }: Writing = {}): Promise<string> {
  const { geolet } = await start(options, service);
  return geolet.writePage(html, await geolet.visitorOf(request, peer));
}

interface Writing {
  readonly options?: Partial<ServerOptions>;
  readonly request?: Request;
  readonly service?: RequestListener;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function ask(url: string, { method = 'GET', headers = {} } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    httpRequest(
      url,
      { method, headers: { accept: 'text/html', 'x-forwarded-for': peer.ip, ...headers }, agent: false },
      (response) =>
        void text(response)
          .then((body) => resolve({ status: response.statusCode, headers: response.headers, body }))
          .catch(reject),
    )
      .on('error', reject)
      .end();
  });
}

describe('a visitor', () => {
  it('is known by the request for their page', async () => {
    const { geolet } = await start();
    expect((await geolet.visitorOf(asPage(), peer)).record).toMatchObject({ countryCode: 'FR', city: 'Lyon' });
  });

  it('is not looked up for what scripts fetch', async () => {
    const { geolet, upstream } = await start();
    expect((await geolet.visitorOf(asPage('/', { 'sec-fetch-dest': 'empty' }), peer)).record).toBeUndefined();
    expect(upstream.received).toHaveLength(0);
  });

  it('is nobody when the service fails, and the page stays as written', async () => {
    const { geolet } = await start({}, (_request, response) => response.writeHead(500).end());
    const visitor = await geolet.visitorOf(asPage(), peer);
    expect(visitor.record).toBeUndefined();
    expect(await geolet.writePage(page, visitor)).toBe(page);
  });
});

describe('Global Privacy Control', () => {
  const fresno = { countryCode: 'US', stateCode: 'CA', city: 'Fresno', isEU: false };
  const blocks = `<p data-geo-show="gpc" hidden>signal</p><p data-geo-hide="gpc">none</p><p class="geo-show-usoptout" hidden>class</p><p data-geo-show="group: usoptout unknown" hidden>states</p><p data-geo-text="{gpc}">x</p>`;
  const ofBlocks = page.replace(/<p.*<\/p>/, blocks);
  /** What a visitor reads: what is hidden, and what was written, left out. */
  const readIn = (html: string) =>
    [...html.matchAll(/<p([^>]*)>(.*?)<\/p>/g)]
      .filter(([, attributes = '']) => !/ hidden/.test(attributes))
      .map(([, , text = '']) => text.replace(/<template.*?<\/template>/g, ''));

  it.each([
    [{ 'sec-gpc': '1' }, ['signal', 'states', 'yes']],
    [{}, ['none', 'class', 'states', 'no']],
    [{ 'sec-gpc': '0' }, ['none', 'class', 'states', 'no']],
  ])('is what a page says of a request with %j, and what the middleware writes', async (headers, seen) => {
    const service = answerRecord(fresno);
    const text = await write(ofBlocks, { request: asPage('/', headers), service });
    expect(readIn(text)).toEqual(seen);
    const pages: RequestListener = (_, response) => response.setHeader('content-type', 'text/html').end(ofBlocks);
    const { url } = await serve(pages, {}, service);
    expect(readIn((await ask(url, { headers })).body)).toEqual(seen);
  });
});

describe('a page', () => {
  it('of text is written, with the record in its head', async () => {
    const text = await write(page);
    expect(text).toContain(written);
    expect(text).toMatch(/<script type="application\/json" data-geo-record data-geo-edge>\{.*"city":"Lyon"/);
  });

  it.each([
    ['the country', undefined, {}, 'France, no state, no city, yes'],
    ['the country and the state', 'state', {}, 'France, CA, no city, yes'],
    ['the country without a withheld state', 'state', { withhold: ['stateCode'] }, 'France, no state, no city, yes'],
  ] as const)('for a browser with Global Privacy Control is written for %s', async (_, gpc, more, line) => {
    const service = answerRecord({ ...lyon, stateCode: 'CA', timezone: 'Europe/Paris' });
    const writing = { options: { gpc, ...more }, service };
    const template =
      '<head></head><p data-geo-text="{country}, {stateCode|no state}, {city|no city}, {gpc}">you</p><b data-geo-show="gpc" hidden>heard</b>';
    const text = await write(template, { ...writing, request: asPage('/', { 'sec-gpc': '1' }) });
    expect(text).toContain(`>${line}<`);
    expect(text).not.toMatch(/Lyon|Europe\/Paris/);
    expect(text).toMatch(/<b data-geo-show="gpc"(?! hidden)[^>]*>heard/);
    const without = await write(template, writing);
    expect(without).toContain(`, Lyon, no<`);
    expect(without).toMatch(/<b data-geo-show="gpc" hidden[^>]*>heard/);
  });

  it('of a stream is written as it comes', async () => {
    const { geolet } = await start();
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    const stream = await geolet.writePage(readable, await geolet.visitorOf(asPage(), peer));
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    const writer = writable.getWriter();
    const [first, second] = page.split('é');
    void writer.write(new TextEncoder().encode(first));
    let read = '';
    while (!read.includes('</p>')) read += (await reader.read()).value ?? '';
    expect(read).toContain('Lyon<template');
    void writer.write(new TextEncoder().encode(`é${second}`)).then(() => writer.close());
    for (let part = await reader.read(); !part.done; part = await reader.read()) read += part.value;
    expect(read).toContain(written);
  });

  it('of a response is written and kept out of caches', async () => {
    const { geolet } = await start();
    const headers = { 'content-type': 'text/html; charset=utf-8', etag: '"1"', 'content-length': '100', 'x-own': '1' };
    const response = await geolet.writePage(new Response(page, { headers }), await geolet.visitorOf(asPage(), peer));
    expect(await response.text()).toContain(written);
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'cache-control': 'private, no-cache', 'x-own': '1' });
    for (const name of ['etag', 'content-length']) expect(response.headers.has(name)).toBe(false);
  });

  it.each([
    ['another status', new Response(page, { status: 404, headers: { 'content-type': 'text/html' } })],
    ['another type', Response.json({ page })],
    ['an encoding', new Response(page, { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' } })],
  ])('of a response with %s passes as it is', async (_, response) => {
    const { geolet } = await start();
    expect(await geolet.writePage(response, await geolet.visitorOf(asPage(), peer))).toBe(response);
  });

  it('brings no style that its policy refuses', async () => {
    const { geolet } = await start();
    const visitor = await geolet.visitorOf(asPage(), peer);
    const html = '<meta charset=utf-8><geo-if country="DE">A</geo-if>';
    expect(await geolet.writePage(html, visitor, "style-src 'self'")).not.toContain('<style>');
    expect(await geolet.writePage(html, visitor, "style-src 'nonce-abc'")).toContain('<style nonce="abc">');
  });

  const options = { pages: { choiceCookie: 'geolet_choice' } };
  const withChoice = (choice: unknown) =>
    asPage('/', { cookie: `geolet_choice=${encodeURIComponent(JSON.stringify(choice))}` });

  it('follows the choice in the cookie that the options name', async () => {
    const request = withChoice({ fields: { countryCode: 'JP', countryName: 'Japan' }, place: true });
    expect(await write('<b data-geo-text="{country}">x</b>', { options, request })).toContain('>Japan<template');
  });

  it('takes no word from that cookie, and no code that does not exist', async () => {
    const html = '<b data-geo-text="{country} {city} {currency}|none">x</b>';
    const read = async (choice: unknown) =>
      /<b[^>]*>([^<]*)/.exec(await write(html, { options, request: withChoice(choice) }))?.[1];
    const call = 'Call 0800';
    const fields = { countryCode: 'JP', countryName: call, city: call, currencyCode: 'USD', isEU: true };
    expect(await read({ fields, place: true })).not.toContain(call);
    expect(await read({ fields: { city: call }, place: false })).not.toContain(call);
    expect(await read({ fields: { currencyCode: call }, place: false, currency: true })).not.toContain(call);
    const withoutChoice = await read(undefined);
    expect(await read({ fields: { countryCode: 'US', stateCode: 'ZZ' }, place: true })).toBe(withoutChoice);
    // As written, for a visitor whose place is unknown.
    expect(await read({ fields: { countryCode: 'XX', countryName: call }, place: true })).toBe('x');
  });

  it.each([
    [undefined, '/?geo-choice=JP', 'Japan'],
    ['land', '/?land=JP', 'Japan'],
    ['land', '/?geo-choice=JP', 'France'],
    ['off', '/?geo-choice=JP', 'France'],
    ['off', '/?off=JP', 'France'],
  ])('follows the choice of its link, where the parameter is %s: %s', async (choiceParameter, path, country) => {
    const text = await write('<b data-geo-text="{country}">x</b>', {
      options: { pages: { choiceParameter } },
      request: asPage(path),
    });
    expect(text).toContain(`>${country}<template`);
  });

  it('has its elements written and its bindings left to the widget, for frameworks that hydrate', async () => {
    const bound = '<p data-geo-text="{city}" class="geo-show-de">you</p>';
    const html = `<meta charset=utf-8>${bound}<geo-text template="{city}">you</geo-text>`;
    const text = await write(html, { options: { pages: { markup: 'elements' } } });
    expect(text).toContain(`${bound}<geo-text template="{city}"><template`);
    expect(text).toContain('<bdi part="value">Lyon</bdi></template>you</geo-text>');
  });

  it('has its blocks of structured data written and its microdata left to the widget, for frameworks that hydrate', async () => {
    const list = 'data-geo-offer="USD 149, EUR 139"';
    const block = (attributes: string, offer: string) =>
      `<script type="application/ld+json"${attributes}>{"@type":"Offer",${offer}}</script>`;
    const dollars = '"price":"149.00","priceCurrency":"USD"';
    const euros = '"price":"139","priceCurrency":"EUR"';
    const settings =
      '<script type="application/json" data-geo-settings>{"offer":{"prices":"USD 149, EUR 139"}}</script>';
    const microdata = `<div itemscope itemtype="https://schema.org/Offer" ${list}><meta itemprop="priceCurrency" content="USD"><meta itemprop="price" content="149.00"></div>`;
    const html = `<meta charset=utf-8>${settings}${block('', dollars)}${block(` ${list}`, dollars)}${microdata}`;
    const text = await write(html, { options: { pages: { markup: 'elements' } } });
    const mark = ' data-geolet-offer="149.00 USD 139 EUR"';
    expect(text).toContain(block(mark, euros) + block(` ${list}${mark}`, euros) + microdata);
  });

  it('has its microdata written, but not what stands in a template, where no browser would put it back', async () => {
    const offer = (price: string) =>
      `<meta charset=utf-8><div itemscope itemtype="https://schema.org/Offer" data-geo-offer="USD 149, EUR 139">${price}<b itemprop="priceCurrency">USD</b></div>`;
    const template = '<template><b itemprop="price">999</b></template>';
    expect(await write(offer(template))).toContain(`${template}<b itemprop="priceCurrency">USD</b>`);
    expect(await write(offer(`${template}<b itemprop="price">149</b>`))).toContain(
      `${template}<b itemprop="price">139</b><b itemprop="priceCurrency">EUR</b>`,
    );
  });

  it('has its record alone where the options leave its markup out', async () => {
    const text = await write(page, { options: { pages: { markup: false } } });
    expect(text.replace(/<script type="application\/json" data-geo-record>.*?<\/script>/, '')).toBe(page);
  });
});

describe('around a handler of web requests', () => {
  it('the page is written, and asked for while the record is', async () => {
    const { geolet } = await start();
    const html = new Response(page, { headers: { 'content-type': 'text/html' } });
    const response = await geolet.handle(asPage(), peer, () => html);
    expect(await response.text()).toContain(written);
  });

  it("the record's path is answered, and the handler is not asked", async () => {
    const { geolet } = await start();
    const response = await geolet.handle(asPage('/geo'), peer, () => expect.unreachable());
    expect(await response.json()).toMatchObject({ city: 'Lyon' });
  });
});

describe('the middleware', () => {
  it.each<readonly [string, RequestListener]>([
    ['end', (_request, response) => response.writeHead(200, html).end(page)],
    ['headers one by one', (_request, response) => response.setHeader('Content-Type', html['content-type']).end(page)],
    [
      'a row of headers',
      (_request, response) => response.writeHead(200, ['Content-Type', html['content-type']]).end(Buffer.from(page)),
    ],
    [
      'many writes',
      (_request, response) => {
        response.writeHead(200, 'Fine', html);
        for (const byte of Buffer.from(page)) response.write(Buffer.from([byte]));
        response.end();
      },
    ],
    [
      'an early head',
      (_request, response) => {
        response.writeHead(200, html).flushHeaders();
        setImmediate(() => response.end(page.replace('é', '\xe9'), 'utf8'));
      },
    ],
    [
      'a length',
      (_request, response) => response.writeHead(200, { ...html, 'content-length': Buffer.byteLength(page) }).end(page),
    ],
  ])('writes what is sent by %s', async (_, pages) => {
    const { body, headers, status } = await ask((await serve(pages)).url);
    expect(status).toBe(200);
    expect(body).toContain(written);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache' });
  });

  it('sends pages on as they come', async () => {
    let finish = () => {};
    const { url } = await serve((_request, response) => {
      response.writeHead(200, html);
      response.write('<p data-geo-text="{city}">x</p>');
      finish = () => response.end('<p data-geo-text="{country}">y</p>');
    });
    const response = await fetch(url, { headers: { accept: 'text/html', 'x-forwarded-for': peer.ip } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let first = '';
    while (!first.includes('</p>')) first += (await reader?.read())?.value ?? '';
    expect(first).toContain('Lyon<template');
    finish();
    expect((await reader?.read())?.value).toContain('France<template');
  });

  it.each<readonly [string, RequestListener, number, string]>([
    ['data', (_request, response) => response.setHeader('content-type', 'application/json').end('{}'), 200, '{}'],
    ['an error', (_request, response) => response.writeHead(404, html).end(page), 404, page],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: '/x', 'set-cookie': ['a=1', 'b=2'] }).end(),
      302,
      '',
    ],
    ['nothing', (_request, response) => response.writeHead(204).end(), 204, ''],
  ])('passes %s as it is', async (_, pages, status, body) => {
    const answer = await ask((await serve(pages)).url);
    expect(answer).toMatchObject({ status, body });
    expect(answer.headers['set-cookie'] ?? ['a=1', 'b=2']).toEqual(['a=1', 'b=2']);
  });

  const forCaches = Object.values(responseHeaders.caches)
    .flat()
    .map((name) => name.toLowerCase());
  const kept = responseHeaders.pages.map((name) => name.toLowerCase());
  const everyHeader = Object.fromEntries([...forCaches, ...kept].map((name) => [name, 'public']));
  const own = ['cache-control', 'cdn-cache-control', 'surrogate-control'];

  /** That a page is written, with its own headers for caches and no others of these. */
  function expectOwnHeaders({ headers, body }: Answer, others: readonly string[]): void {
    expect(body).toContain(written);
    expect(others.filter((name) => name in headers && !own.includes(name))).toEqual([]);
    expect(own.map((name) => headers[name])).toEqual(['private, no-cache', 'no-store', 'no-store']);
  }

  it("leaves only its own headers for caches on a written page, whoever set others, and all of the page's", async () => {
    const { geolet } = await start();
    const url = await startServer((request, response) => {
      response.setHeader('X-LiteSpeed-Cache-Control', 'public');
      geolet.middleware(request, response, () => response.writeHead(200, { ...everyHeader, ...html }).end(page));
    });
    const answer = await ask(url);
    expectOwnHeaders(answer, [...forCaches, 'x-litespeed-cache-control']);
    expect(kept.filter((name) => !(name in answer.headers))).toEqual([]);
  });

  it.each(['before', 'after'])('lets no middleware %s it set headers for caches at the last moment', async (place) => {
    const { geolet } = await start();
    const wrap = (response: ServerResponse) => {
      const { writeHead } = response;
      response.writeHead = (...given: [number]) => {
        for (const name of forCaches) response.setHeader(name, 'public');
        response.setHeader('X-Response-Time', '1');
        return writeHead.apply(response, given);
      };
    };
    const url = await startServer((request, response) => {
      if (place === 'before') wrap(response);
      geolet.middleware(request, response, () => {
        if (place === 'after') wrap(response);
        response.setHeader('Content-Type', html['content-type']).end(page);
      });
    });
    const answer = await ask(url);
    expectOwnHeaders(answer, forCaches);
    expect(answer.headers).toMatchObject({ 'x-response-time': '1' });
  });

  it('takes no header off a page that it does not write', async () => {
    const { url } = await serve((_, response) => response.writeHead(404, { ...everyHeader, ...html }).end(page));
    const { headers } = await ask(url);
    expect(Object.keys(everyHeader).filter((name) => headers[name] === undefined)).toEqual([]);
  });

  it.each(['/geo', '/geo?x=1'])('leaves only its own headers for caches on the record at %s', async (path) => {
    const { geolet, upstream } = await start();
    const proxy = toNodeListener(createResponder({ upstream: upstream.url, key, log: () => {}, trust: 1 }));
    const middleware: RequestListener = (request, response) =>
      geolet.middleware(request, response, () => expect.unreachable());
    for (const answerTo of [proxy, middleware]) {
      const url = await startServer((request, response) => {
        for (const [name, value] of Object.entries(everyHeader)) response.setHeader(name, value);
        answerTo(request, response);
      });
      const { headers, body } = await ask(url + path);
      expect(JSON.parse(body)).toMatchObject({ city: 'Lyon' });
      expect(forCaches.filter((name) => name in headers && ![...own, 'content-length'].includes(name))).toEqual([]);
      expect(own.map((name) => headers[name])).toEqual(['private, no-cache', 'no-store', 'no-store']);
    }
  });

  it("answers the record's path by itself", async () => {
    const { url } = await serve(() => expect.unreachable());
    const { body } = await ask(`${url}/geo?x=1`);
    expect(JSON.parse(body)).toMatchObject({ city: 'Lyon' });
  });

  it('lets go of a page whose visitor leaves', async () => {
    let left: Promise<void> | undefined;
    const { url } = await serve((_request, response) => {
      left = new Promise((resolve) => void response.on('close', resolve));
      response.writeHead(200, html).write('<p>');
    });
    const leaving = new AbortController();
    await fetch(url, { headers: { accept: 'text/html' }, signal: leaving.signal });
    leaving.abort();
    expect(left).toBeDefined();
    await left;
  });
});
