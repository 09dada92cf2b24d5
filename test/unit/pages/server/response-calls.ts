import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Arbitrary, array, constant, constantFrom, oneof, tuple } from 'fast-check';
import type { NodeRequest, NodeResponse } from '../../../../src/pages/server/index.ts';
import { listen } from '../../../support/loopback.ts';

/** One call of a method of `ServerResponse`, or `tick` for a turn of the event loop. */
export type Call = readonly [name: string, ...values: unknown[]];

/** What a server sees of its response while it makes these calls. */
export interface Seen {
  /** What each call returned or threw, and what stood in the response then. */
  readonly results: unknown[];
  /** By the number of the call. */
  readonly callbacks: Record<number, string>;
  readonly events: string[];
}

export type Wrap = (incoming: NodeRequest, outgoing: NodeResponse, next: () => void) => void;

const headers = constantFrom('x-one', 'X-Two', 'Set-Cookie', 'vary', 'link', 'ETag');
const value = constantFrom<unknown>('a', 'close', '"1"', ['b', 'c'], 7, undefined, 'bad\n');
const chunk = constantFrom<unknown>(
  '',
  'text',
  '<p>é</p>',
  Buffer.from('bytes'),
  new Uint8Array([60, 98, 62]),
  null,
  5,
);
const encoding = constantFrom<unknown>('utf8', 'latin1', 'ascii', 'utf16le', undefined, null);
const head = constantFrom<unknown>(
  undefined,
  { 'x-three': 'e' },
  ['x-four', 'f', 'X-Four', 'g'],
  ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'],
  ['odd'],
  { 'x-five': undefined },
  { 'content-length': 30 },
);

/** Random calls, in any order, right and wrong ones. */
export const calls: Arbitrary<Call[]> = array(
  oneof<Arbitrary<Call>[]>(
    tuple(constantFrom('setHeader', 'appendHeader'), headers, value),
    tuple(constant('removeHeader'), headers),
    constant(['setHeader', 'connection', 'close']),
    tuple(constant('setHeaders'), constant(new Map([['x-map', 'h']]))),
    tuple(constant('writeHead'), constantFrom(200, 99), head),
    tuple(constant('writeHead'), constant(200), constant('Fine'), head),
    tuple(constant('write'), chunk, encoding),
    tuple(constant('write'), chunk),
    tuple(constant('end'), chunk, encoding),
    tuple(constant('end')),
    tuple(constantFrom('flushHeaders', 'cork', 'uncork', 'tick', 'writeContinue')),
    tuple(constant('writeEarlyHints'), constant({ link: '</a.css>; rel=preload' })),
    tuple(constant('addTrailers'), constant({ 'x-trailer': 'i' })),
    tuple(constant('setTimeout'), constant(60_000)),
  ),
  { maxLength: 8 },
);

/** A server that makes the calls that are asked of it, with middleware in front. */
export async function startCalls(
  wrap: Wrap,
): Promise<{ run(calls: readonly Call[], ask?: string): Promise<{ answer: Answer; seen: Seen }>; stop(): void }> {
  let next: readonly Call[] = [];
  let seen: Promise<Seen> | undefined;
  const server = createServer((incoming, outgoing) =>
    wrap(incoming, outgoing, () => {
      seen = makeCalls(outgoing, next);
    }),
  );
  const url = await listen(server);
  return {
    async run(calls, ask = 'GET / HTTP/1.1') {
      next = calls;
      const answer = await read(url, ask);
      if (!seen) throw new Error('The server was not asked.');
      return { answer, seen: await seen };
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Answer {
  /** Interim responses, such as early hints. */
  readonly interim: string;
  readonly head: string;
  /** As it came over the connection. */
  readonly body: string;
}

async function read(url: string, ask: string): Promise<Answer> {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${ask}\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
  const raw = (await buffer(socket)).toString('latin1').replace(/^Date: .*\r\n/m, '');
  const [, interim = '', head = '', body = ''] =
    /^((?:HTTP\/1\.1 1[^]*?\r\n\r\n)*)([^]*?)\r\n\r\n([^]*)$/.exec(raw) ?? [];
  return { interim, head, body };
}

async function makeCalls(outgoing: ServerResponse, calls: readonly Call[]): Promise<Seen> {
  const seen: Seen = { results: [], callbacks: {}, events: [] };
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve));
  outgoing.on('error', (error) => seen.events.push(`error ${codeOf(error)}`));
  for (const event of ['finish', 'close']) outgoing.on(event, () => seen.events.push(event));
  for (const [index, [name, ...given]] of [...calls, ['end'] as const].entries()) {
    // Node adds to an array that it was given.
    const values = given.map((value) => (Array.isArray(value) ? [...value] : value));
    if (name === 'tick') {
      await new Promise<void>((resolve) => setImmediate(resolve));
      continue;
    }
    const callback = (error?: unknown) => {
      seen.callbacks[index] = codeOf(error);
    };
    const method: unknown = Reflect.get(outgoing, name);
    if (typeof method !== 'function') throw new Error(`There is no ${name}.`);
    let result: string;
    try {
      const value: unknown = method.apply(outgoing, /^(write|end)$/.test(name) ? [...values, callback] : values);
      result = value === outgoing ? 'itself' : String(value);
    } catch (error) {
      result = codeOf(error);
    }
    const { headersSent, writableEnded, writableNeedDrain, statusCode, statusMessage } = outgoing;
    seen.results.push([name, result, headersSent, writableEnded, writableNeedDrain, statusCode, statusMessage]);
  }
  await closed;
  return seen;
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String('code' in error ? error.code : error) : 'none';
}
