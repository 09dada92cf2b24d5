import type { RequestListener, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import * as undici from 'undici';
import { createNodeTransport } from '../../../src/adapters/node/index.ts';
import { createUndiciTransport } from '../../../src/proxy/node/undici-transport.ts';
import { createFetchTransport } from '../../../src/proxy/record/transport.ts';
import { key } from './upstream-server.ts';
import { startProxy } from './visitor.ts';

/** A service that says the key wherever it can. */
const leaks: ReadonlyArray<readonly [place: string, answer: (response: ServerResponse, said: string) => void]> = [
  [
    'a header of a good answer',
    (response, said) =>
      response.writeHead(200, { 'x-key': said, server: said, 'set-cookie': `key=${said}` }).end('{"city":"Lyon"}'),
  ],
  ['an error', (response, said) => response.writeHead(500, 'Broken', { 'x-key': said }).end(said)],
  ['a limit', (response, said) => response.writeHead(429, { 'retry-after': said }).end(said)],
  ['a redirect', (response, said) => response.writeHead(302, { location: `https://a.example/?${said}` }).end()],
  ['a status line', (response, said) => response.writeHead(503, said).end()],
];

it.each(leaks)('the key that the service says in %s reaches neither visitor nor log', async (_, answer) => {
  const answerKey: RequestListener = (request, response) => answer(response, String(request.headers.authorization));
  for (const transport of [createFetchTransport(), createNodeTransport(), createUndiciTransport(undici)]) {
    const { ask, lines, upstream } = await startProxy({ transport, secondKey: 'glt_canary_new_81c0' }, answerKey);
    const seen = await Promise.all(
      ['GET', 'HEAD'].map(async (method) => {
        const response = await ask({ origin: 'https://shop.example' }, { method });
        return `${response.statusText} ${JSON.stringify([...response.headers])} ${await response.text()}`;
      }),
    );
    expect(upstream.received.length).toBeGreaterThan(0);
    const spelled = `${seen.join()} ${lines.join()}`;
    expect(`${spelled} ${decodeURIComponent(spelled)}`).not.toMatch(new RegExp(`canary|${key}`));
  }
});
