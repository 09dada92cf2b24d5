import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { RequestsInTurn } from '../../../src/http/requests-in-turn.ts';
import { listen, portOf } from '../../support/loopback.ts';

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`;

/** What a server answers to bytes that come at once, and which requests reached it, until the connection closes. */
async function exchange(
  listener: RequestListener,
  bytes: string,
): Promise<{ readonly begun: readonly string[]; readonly answers: readonly string[] }> {
  const begun: string[] = [];
  const turns = new RequestsInTurn();
  const server = createServer(
    turns.listener((incoming, outgoing) => {
      begun.push(incoming.url ?? '');
      listener(incoming, outgoing);
    }),
  );
  await listen(server);
  onTestFinished(() => void server.close());
  const socket = connect(portOf(server), '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (chunk: string) => (received += chunk)).write(bytes);
  await new Promise((resolve) => socket.on('close', resolve).on('error', () => {}));
  return { begun, answers: [...received.matchAll(/answer to (\S+)/g)].map(([, path = '']) => path) };
}

it('requests that come at once are answered in order, each after the one before', async () => {
  let open = 0;
  const listener: RequestListener = (incoming, outgoing) => {
    expect(++open).toBe(1);
    outgoing.on('finish', () => open--);
    if (incoming.url === '/c') outgoing.shouldKeepAlive = false;
    setImmediate(() => outgoing.end(`answer to ${incoming.url} `));
  };
  expect(await exchange(listener, request('/a') + request('/b') + request('/c'))).toEqual({
    begun: ['/a', '/b', '/c'],
    answers: ['/a', '/b', '/c'],
  });
});

it.each<[how: string, close: RequestListener]>([
  ['by a header', (_incoming, outgoing) => outgoing.setHeader('connection', 'close')],
  ['by a property', (_incoming, outgoing) => (outgoing.shouldKeepAlive = false)],
])('what follows an answer that closes the connection %s does not begin', async (_how, close) => {
  const listener: RequestListener = (incoming, outgoing) => {
    close(incoming, outgoing);
    setImmediate(() => outgoing.end(`answer to ${incoming.url} `));
  };
  expect(await exchange(listener, request('/a') + request('/b') + request('/c'))).toEqual({
    begun: ['/a'],
    answers: ['/a'],
  });
});

it('what follows a request that asks for the connection to be closed does not begin', async () => {
  const listener: RequestListener = (incoming, outgoing) => void outgoing.end(`answer to ${incoming.url} `);
  const closing = request('/a').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  expect(await exchange(listener, closing + request('/b'))).toEqual({ begun: ['/a'], answers: ['/a'] });
});

it('what waits is dropped when the connection breaks', async () => {
  const listener: RequestListener = (incoming) => void setImmediate(() => incoming.socket.destroy());
  expect(await exchange(listener, request('/a') + request('/b'))).toEqual({ begun: ['/a'], answers: [] });
});

it('a client that sends hundreds of requests ahead is closed, and none but the first begins', async () => {
  const { begun } = await exchange(() => {}, request('/a').repeat(200));
  expect(begun).toEqual(['/a']);
});
