import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { statusNames } from '../../../src/record/error-body.ts';
import { keepLog } from './log-lines.ts';
import { parseAnswer, startService } from './running-service.ts';

const get = '/beta/api/get-visitor-data';

function expectError(raw: string, status: keyof typeof statusNames) {
  const answer = parseAnswer(raw);
  expect({ ...answer, headers: Object.fromEntries(answer.headers) }).toMatchObject({
    status,
    headers: { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', connection: 'close' },
    body: { status, message: statusNames[status] },
  });
}

const head = `GET ${get} HTTP/1.1\r\nHost: a\r\n`;

it.each([
  // What the HTTP parser refuses.
  ['a line that is no request', 400, 'hello\r\n\r\n'],
  ['a method nobody knows', 400, `FOO ${get} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a version nobody knows', 400, `GET ${get} HTTP/9.9\r\nHost: a\r\n\r\n`],
  ['both lengths', 400, `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['two lengths', 400, `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
  ['a blank before the colon', 400, `${head}X-Visitor-IP : 8.8.8.8\r\n\r\n`],
  ['a folded header', 400, `${head}X-Visitor-IP: 8.8\r\n .8.8\r\n\r\n`],
  ['a NUL in a header', 400, `${head}Authorization: Bearer \0\r\n\r\n`],
  ['a carriage return in a header', 400, `${head}X-Visitor-IP: 8.8.8.8\rX: y\r\n\r\n`],
  ['20 kB of headers', 431, `${head}X-Filler: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['20 kB of path', 431, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a tunnel', 405, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
  // What Node lets through.
  ['two Host headers', 400, `${head}Host: b\r\n\r\n`],
  ['no Host header', 400, `GET ${get} HTTP/1.1\r\n\r\n`],
  ['two Authorization headers', 400, `${head}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`],
  ['an absolute target', 400, `GET http://elsewhere.example${get} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['an asterisk', 400, 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a host that is none', 400, `GET ${get} HTTP/1.1\r\nHost: a b/c@d\r\nConnection: close\r\n\r\n`],
  ['a backslash', 400, 'GET /beta\\api HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['TRACE', 405, `TRACE ${get} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
] as const)('%s is refused with %i in the error shape', async (_what, status, bytes) => {
  const { exchange } = await startService();
  expectError(await exchange(bytes), status);
});

it('a request that never ends is refused', async () => {
  const { exchange } = await startService({}, { headersMs: 50, requestMs: 50, keepAliveMs: 50 });
  expectError(await exchange(head), 408);
});

it.each([
  ['of a known length', 'Content-Length: 5\r\n\r\nhello'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
  ['of a gigabyte that is still to come', 'Content-Length: 1000000000\r\n\r\nhello'],
  ['that waits for 100 Continue', 'Content-Length: 5\r\nExpect: 100-continue\r\n\r\n'],
  ['that expects the unknown', 'Content-Length: 5\r\nExpect: miracles\r\n\r\n'],
])('a body %s is refused', async (_what, rest) => {
  const { exchange, key } = await startService();
  const requestTo = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Visitor-IP: 8.8.8.8\r\nAuthorization: Bearer ${key}\r\n`;
  expectError(await exchange(`${requestTo('GET', get)}${rest}`), 400);
  expectError(await exchange(`${requestTo('DELETE', '/beta/api/delete-website/site-1')}${rest}`), 400);
});

it.each([
  ['HTTP/1.0 without Host', `GET ${get} HTTP/1.0\r\n`],
  ['an empty body', `${head}Connection: close\r\nContent-Length: 0\r\n`],
  ['an offer to upgrade', `${head}Connection: upgrade, close\r\nUpgrade: websocket\r\n`],
])('what is only unusual is answered %s', async (_what, unusual) => {
  const { exchange, key } = await startService();
  const answer = await exchange(`${unusual}X-Visitor-IP: 8.8.8.8\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  expect(parseAnswer(answer)).toMatchObject({ status: 200, body: { IP: '8.8.8.8' } });
});

it('more connections than there may be are refused, which is told once a minute', async () => {
  const logged = keepLog();
  const { url } = await (await startService()).service.listen({ port: 0, limits: { connections: 1 } });
  const first = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void first.destroy());
  await once(first, 'connect');
  for (let times = 0; times < 3; times++) await expect(fetch(`${url}/health`)).rejects.toThrow();
  const message = expect.stringMatching(/^1 connections are open, and more are refused\. If /) as string;
  expect(logged()).toEqual([expect.objectContaining({ level: 'error', message })]);
  first.destroy();
  const status = () => fetch(`${url}/health`).then((response) => response.status);
  await expect.poll(() => status().catch(() => 0)).toBe(200);
});

describe('closing', () => {
  it('refuses new connections and closes idle ones at once', async () => {
    const { service, port, request } = await startService();
    const idle = connect(port, '127.0.0.1');
    idle.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(idle, 'data');
    await Promise.all([service.close(), once(idle.resume(), 'close')]);
    await expect(request('/health')).rejects.toThrow('fetch failed');
  });

  it('lets a request at work finish', async () => {
    const { service, port, key } = await startService();
    const socket = connect(port, '127.0.0.1');
    // In one piece: once the first is answered, the second has begun.
    socket.write(
      `GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET ${get} HTTP/1.1\r\nHost: a\r\nX-Visitor-IP: 8.8.8.8\r\nAuthorization: Bearer ${key}\r\n`,
    );
    await once(socket, 'data');
    const closed = service.close();
    socket.write('\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
  });
});
