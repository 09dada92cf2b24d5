import type { RequestListener, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import * as undici from 'undici';
import { createNodeTransport } from '../../../src/adapters/node/index.ts';
import { createUndiciTransport } from '../../../src/proxy/node/undici-transport.ts';
import { createFetchTransport } from '../../../src/proxy/record/transport.ts';
import { key, startUpstream } from './upstream-server.ts';
import { startProxy, visit } from './visitor.ts';

const secondKey = 'glt_canary_new_81c0';

const inEscapes = (text: string) => text.replace(/./g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
const inPercent = (text: string) => text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** A service that says the key wherever it can. */
const leaks: ReadonlyArray<readonly [place: string, answer: (response: ServerResponse, said: string) => void]> = [
  [
    'a header of a good answer',
    (response, said) =>
      response.writeHead(200, { 'x-key': said, server: said, 'set-cookie': `key=${said}` }).end('{"city":"Lyon"}'),
  ],
  [
    'a link that is no license',
    (response, said) => response.writeHead(200, { link: `<https://a.example/?${said}>; rel="next"` }).end('{}'),
  ],
  [
    'a link to a license',
    (response, said) =>
      response
        .writeHead(200, { link: `<https://a.example/?${said.slice('Bearer '.length)}>; rel="license"` })
        .end('{}'),
  ],
  ['a field that is let through', (response, said) => response.end(JSON.stringify({ city: said }))],
  [
    'a field of its own',
    (response, said) => response.end(JSON.stringify({ key: said, Authorization: said, city: 'Lyon' })),
  ],
  ['a field of the wrong type', (response, said) => response.end(JSON.stringify({ ASN: said, isEU: said }))],
  ['a field, in escapes of JSON', (response, said) => response.end(`{"city":"${inEscapes(said)}"}`)],
  [
    'the name of a field, in escapes of JSON',
    (response, said) => response.end(`{"${inEscapes(said)}":"Lyon","city":"Lyon"}`),
  ],
  [
    'a field inside a field',
    (response, said) => response.end(`{"city":"Lyon","echo":[{"headers":"${inEscapes(said)}"}]}`),
  ],
  ['a field, percent-encoded', (response, said) => response.end(JSON.stringify({ city: inPercent(said) }))],
  [
    'a link to a license, percent-encoded',
    (response, said) =>
      response.writeHead(200, { link: `<https://a.example/?${inPercent(said)}>; rel="license"` }).end('{}'),
  ],
  [
    'a field below more levels than a stack has',
    (response, said) => response.end(`{"city":"Lyon","echo":${'['.repeat(9_000)}"${said}"${']'.repeat(9_000)}}`),
  ],
  ['a body that is no JSON', (response, said) => response.end(`<p>${said}`)],
  ['an error', (response, said) => response.writeHead(500, 'Broken', { 'x-key': said }).end(said)],
  [
    'a refusal',
    (response, said) => response.writeHead(401, { 'www-authenticate': `Bearer realm="${said}"` }).end(said),
  ],
  ['a limit', (response, said) => response.writeHead(429, { 'retry-after': said }).end(said)],
  ['a redirect', (response, said) => response.writeHead(302, { location: `https://a.example/?${said}` }).end()],
  ['an address', (response, said) => response.end(JSON.stringify({ IP: said }))],
  ['a status line', (response, said) => response.writeHead(503, said).end()],
];

it.each(leaks)('the key that the service says in %s reaches neither visitor nor log', async (_, answer) => {
  const listener: RequestListener = (request, response) => answer(response, String(request.headers.authorization));
  const upstream = await startUpstream(listener);
  for (const transport of [createFetchTransport(), createNodeTransport(), createUndiciTransport(undici)]) {
    const { proxy, lines } = await startProxy({ upstream: upstream.url, transport, secondKey });
    const seen = await Promise.all(
      ['GET', 'HEAD'].map(async (method) => {
        const response = await proxy(visit({ origin: 'https://shop.example' }, { method }), { ip: '81.2.69.142' });
        return `${response.statusText} ${JSON.stringify([...response.headers])} ${await response.text()}`;
      }),
    );
    expect(upstream.received.length).toBeGreaterThan(0);
    const spelled = `${seen.join()} ${lines.join()}`;
    expect(`${spelled} ${decodeURIComponent(spelled)}`).not.toMatch(new RegExp(`canary|${key}`));
  }
});
