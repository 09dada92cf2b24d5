import { assert, asyncProperty, constantFrom } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeolet } from '../../../../src/pages/server/index.ts';
import { type Answer, type Call, calls, type Seen, startCalls } from './response-calls.ts';

type Started = Awaited<ReturnType<typeof startCalls>>;

let plain: Started;
let held: Started;

beforeAll(async () => {
  // Nobody is known, so a page is written as it was: the same bytes with other headers.
  const { middleware } = createGeolet({
    upstream: 'https://geo.example',
    key: 'key',
    transport: refuse,
    log: () => {},
  });
  plain = await startCalls((_incoming, _outgoing, next) => next());
  held = await startCalls(middleware);
});

afterAll(() => {
  plain.stop();
  held.stop();
});

const refuse = () => Promise.reject(new Error('There is no service.'));

const html = ['setHeader', 'content-type', 'text/html; charset=utf-8'] as const;

const leftAlone: readonly (readonly [kind: string, start: readonly Call[]])[] = [
  ['data', [['setHeader', 'content-type', 'application/json']]],
  ['a response without a type', []],
  ['a compressed page', [html, ['setHeader', 'content-encoding', 'br']]],
  ['a page that is not to be transformed', [html, ['setHeader', 'cache-control', 'no-transform']]],
  ['a download', [html, ['setHeader', 'content-disposition', 'attachment']]],
];

const asks = constantFrom('GET / HTTP/1.1', 'HEAD / HTTP/1.1', 'GET / HTTP/1.0', 'POST / HTTP/1.1');

describe('the middleware', () => {
  it.each(leftAlone)('leaves %s as it is, whatever is called', async (_, start) => {
    await assert(
      asyncProperty(calls, asks, async (random, ask) => {
        const all = [...start, ...random];
        expect(await held.run(all, ask)).toEqual(await plain.run(all, ask));
      }),
      { numRuns: 60 },
    );
  });

  it("keeps Node's contract for a page that it writes, whatever is called", async () => {
    await assert(
      asyncProperty(calls, asks, async (random, ask) => {
        const all = [html, ...withoutLateHints(random)];
        const without = await plain.run(all, ask);
        const written = await held.run(all, ask);
        expect(bodyOf(written.answer)).toBe(bodyOf(without.answer));
        expect(written.answer.interim).toBe(without.answer.interim);
        expect(headersOf(written.answer)).toEqual(headersOf(without.answer));
        expect(outlineOf(written.seen)).toEqual(outlineOf(without.seen));
      }),
      { numRuns: 200 },
    );
  });
});

/** Behind a head they are a mistake, of which Node makes a broken response. */
function withoutLateHints(calls: readonly Call[]): Call[] {
  const head = calls.findIndex(([name]) => /^(write|end|writeHead|flushHeaders)$/.test(name));
  return calls.filter(([name], index) => head < 0 || index < head || !/^write(Continue|EarlyHints)$/.test(name));
}

/** A page is finished a little later, so a mistake may be told before that; a second `end` meets it before or after. */
function outlineOf({ callbacks, events, ...seen }: Seen): Seen {
  const outlines = Object.entries(callbacks).map(([call, code]) => [
    call,
    code === 'ERR_STREAM_ALREADY_FINISHED' ? 'none' : code,
  ]);
  return { ...seen, callbacks: Object.fromEntries(outlines), events: events.toSorted() };
}

/** Without what differs in a page that belongs to one visitor. */
function headersOf({ head }: Answer): string[] {
  return head
    .split('\r\n')
    .filter(
      (line) =>
        !/^(etag|content-length|transfer-encoding|cache-control|cdn-cache-control|surrogate-control):/i.test(line),
    )
    .map((line) => line.replace(/^[^:]*:/, (name) => name.toLowerCase()))
    .toSorted();
}

function bodyOf({ head, body }: Answer): string {
  return /^transfer-encoding: chunked/im.test(head) ? unchunk(body) : body;
}

function unchunk(text: string): string {
  const [, size = ''] = /^([\da-f]+)\r\n/i.exec(text) ?? [];
  const start = size.length + 2;
  const length = Number.parseInt(size, 16);
  // Behind the last chunk stand trailers, which a response with a length has none of.
  return length > 0 ? text.slice(start, start + length) + unchunk(text.slice(start + length + 2)) : '';
}
