import { connect } from 'node:net';
import * as fc from 'fast-check';

/** What one client sends on one connection, as it goes over the wire. */
export interface RawConnection {
  /** In the ids of its requests, `c12m0`, `c12m1` …: they come back with answers, and stand in what was carried out. */
  readonly name: string;
  readonly bytes: Buffer;
  /** How many of them come first; the others come once the server has read these. */
  readonly cut: number;
  /** Whether each request stands as it was drawn, without a random change of its bytes. */
  readonly isUnchanged: boolean;
}

/** What came of it. */
export interface Outcome extends RawConnection {
  readonly received: string;
  /** Whether the server ended the connection, and not the client that saw nothing more coming. */
  readonly closedByServer: boolean;
}

/** Values of which one is drawn that much more often than any of the others. */
const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, ...others: readonly T[]) =>
  fc.oneof({ weight, arbitrary: usual }, fc.constantFrom(...others));

/**
 * Connections with one to four requests each: good ones, ones that two servers might read differently, and ones with random changes.
 *
 * @param targets paths that mean something to the server.
 * @param secrets header lines that it lets in with.
 */
export function rawConnections(
  count: number,
  seed: number,
  targets: readonly string[],
  secrets: readonly string[] = [],
): readonly RawConnection[] {
  const target = mostly(
    3,
    fc.constantFrom(...targets),
    '/',
    '*',
    '',
    '//geo',
    '/static/%2e%2e/geo',
    '/\\..\\geo',
    'http://other.example/geo',
    '/a b',
    `/${'x'.repeat(20_000)}`,
    '/\u0000',
  );
  const method = mostly(
    4,
    fc.constantFrom('GET', 'GET', 'POST', 'DELETE', 'HEAD'),
    'OPTIONS',
    'PUT',
    'CONNECT',
    'TRACE',
    'PATCH',
    'get',
    'G\u0000T',
    '',
  );
  const version = mostly(9, fc.constant(' HTTP/1.1'), ' HTTP/1.0', ' HTTP/2.0', ' HTTP/0.9', '', ' HTTP/1.1 x');
  const host = mostly<readonly string[]>(
    9,
    fc.constant(['Host: shop.example']),
    [],
    ['Host: shop.example', 'Host: evil.example'],
    ['Host: a b'],
    ['Host: x,for=9.9.9.9'],
    ['Host:'],
    ['Host: [::1'],
  );
  const header = fc.constantFrom(
    'Connection: close',
    'Connection: keep-alive',
    'Connection: upgrade',
    'Upgrade: websocket',
    'Expect: 100-continue',
    'Expect: more',
    'Content-Length: 5',
    'Content-Length: 0',
    'Content-Length: -1',
    'Content-Length: 5, 5',
    'Content-Length: 0x5',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, identity',
    'X-Visitor-IP: 9.9.9.9',
    'X-Forwarded-For: 9.9.9.9',
    'Forwarded: for=9.9.9.9',
    'X-Real-IP: 9.9.9.9',
    ' folded',
    'no colon',
    'X\u0000: y',
    ': no name',
    `X-Long: ${'y'.repeat(17_000)}`,
    'Accept: text/html',
    'Origin: https://evil.example',
    'Sec-GPC: 1',
    ...secrets,
  );
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: shop.example\r\n\r\n';
  const body = mostly(
    4,
    fc.constant(''),
    'hello',
    '5\r\nhello\r\n0\r\n\r\n',
    '0\r\n\r\n',
    hidden,
    `0\r\n\r\n${hidden}`,
    'zz\r\n',
    '5;x=y\r\nhello\r\n0\r\nTrailer: 1\r\n\r\n',
  );
  const chunks = '5\r\nhello\r\n0\r\n\r\n';
  const content = mostly(
    2,
    fc.record({ lines: fc.constant<string[]>([]), body }),
    // Bodies as their headers say, so that the next request is found behind them.
    { lines: ['Content-Length: 5'], body: 'hello' },
    { lines: ['Content-Length: 5', 'Expect: 100-continue'], body: 'hello' },
    { lines: ['Content-Length: 5', 'Expect: more'], body: 'hello' },
    { lines: ['Transfer-Encoding: chunked'], body: chunks },
    { lines: ['Transfer-Encoding: chunked', 'Expect: 100-continue'], body: chunks },
  );
  const lineEnd = mostly(12, fc.constant('\r\n'), '\n', '\r', '\r\r\n');
  const headers = fc.array(header, { maxLength: 4 });
  const message = fc.record({ method, target, version, host, headers, content, lineEnd });
  const change = fc.record({ at: fc.nat(1000), byte: fc.nat(255), kind: fc.constantFrom('set', 'insert', 'cut') });
  const connection = fc.record({
    messages: fc.array(message, { minLength: 1, maxLength: 4 }),
    changes: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(change, { maxLength: 3 })),
    cut: fc.oneof(fc.constant(undefined), fc.nat(1000)),
  });

  return fc.sample(connection, { seed, numRuns: count }).map(({ messages, changes, cut }, index) => {
    const name = `c${index}`;
    const text = messages.map(({ method, target, version, host, headers, content, lineEnd }, position) => {
      const id = `X-Request-Id: ${name}m${position}`;
      const lines = [`${method} ${target}${version}`, ...host, id, ...headers, ...content.lines];
      return lines.join(lineEnd) + lineEnd + lineEnd + content.body;
    });
    let bytes = Buffer.from(text.join(''), 'latin1');
    for (const { at, byte, kind } of changes) {
      const place = at % bytes.length;
      const [before, after] = [bytes.subarray(0, place), bytes.subarray(kind === 'set' ? place + 1 : place)];
      bytes = kind === 'cut' && place > 0 ? before : Buffer.concat([before, Buffer.of(byte), after]);
    }
    const whole = cut === undefined ? bytes.length : cut % bytes.length;
    return { name, bytes, cut: whole, isUnchanged: changes.length === 0 };
  });
}

/**
 * Sends each connection's bytes, a few connections at a time.
 *
 * @param settle resolves when the server has had time for what it was sent: after requests that came later were answered.
 */
export async function exchangeAll(
  port: number,
  connections: readonly RawConnection[],
  settle: () => Promise<void>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...connections];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      outcomes.push(await exchange(port, next, settle));
  };
  await Promise.all(Array.from({ length: 20 }, work));
  return outcomes;
}

async function exchange(port: number, connection: RawConnection, settle: () => Promise<void>): Promise<Outcome> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  let isOver = false;
  const over = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => {}));
  socket.on('data', (chunk: string) => (received += chunk)).on('end', () => (isOver = true));
  const write = (bytes: Buffer) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  const { bytes, cut } = connection;
  const whole = async (): Promise<void> => {
    await write(bytes.subarray(0, cut));
    await settle();
    if (cut === bytes.length || !socket.writable) return;
    await write(bytes.subarray(cut));
    await settle();
  };
  await Promise.race([over, whole()]);
  const closedByServer = isOver;
  socket.destroy();
  await over;
  return { ...connection, received, closedByServer };
}

export function statusesOf({ received }: Outcome): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3})\b/g)].map(([, status]) => Number(status));
}

/**
 * What is wrong with the responses of a connection.
 *
 * @param carriedOut IDs of the requests that the server has executed, of all connections.
 */
export function faultsOf(outcome: Outcome, carriedOut: readonly (string | undefined)[]): readonly string[] {
  const { name, received, closedByServer, isUnchanged } = outcome;
  const done = carriedOut.filter((id): id is string => id?.startsWith(`${name}m`) === true);
  const ids = [...received.matchAll(/\r\nx-request-id: (c\d+m\d+)\r\n/gi)].map(([, id = '']) => id);
  const count = statusesOf(outcome).filter((status) => status >= 200).length;
  const faults = [
    ...done.filter((id, index) => done.indexOf(id) < index).map((id) => `${id} was carried out twice`),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} was answered twice`),
  ];
  if (!closedByServer) return faults;
  // What had begun when its body turned out to be broken is answered without an ID.
  const unanswered = done.filter((id) => !ids.includes(id)).slice(count - ids.length);
  faults.push(...unanswered.map((id) => `${id} was carried out and not answered`));
  // Each request before it was one, too, and has a response of its own.
  const last = Math.max(-1, ...done.map((id) => Number(id.slice(`${name}m`.length))));
  if (isUnchanged && count < last + 1) faults.push(`${name}m${last} was carried out behind the last response`);
  return faults;
}
