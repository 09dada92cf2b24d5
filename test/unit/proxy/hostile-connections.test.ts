import { spawn } from 'node:child_process';
import { type Socket, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNodeServer, drain, toNodeListener } from '../../../src/proxy/node/index.ts';
import { createResponder } from '../../../src/proxy/proxy.ts';
import { key, patience, startUpstream } from './upstream-server.ts';
import { listen, portOf } from '../../support/loopback.ts';

const program = fileURLToPath(new URL('../../../src/proxy/node.ts', import.meta.url));

interface Held {
  readonly socket: Socket;
  /** What came back until the server closed it. */
  readonly answer: Promise<string>;
}

function hold(port: number, bytes: string): Held {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.write(bytes);
  return {
    socket,
    answer: new Promise((resolve) => socket.on('close', () => resolve(received)).on('error', () => {})),
  };
}

async function startProgram(environment: Record<string, string>, before = '') {
  const child = spawn('sh', ['-c', `${before}exec "$0" --import tsx "$1"`, process.execPath, program], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, patience).toMatch(/http:\/\/127\.0\.0\.1:\d+\/geo\n/);
  return { child, url: /http:\S+/.exec(output)?.[0] ?? '' };
}

describe('connections that send a byte at a time', () => {
  it('are closed in the end, and keep nobody else from an answer', async () => {
    const upstream = await startUpstream();
    const server = createNodeServer(toNodeListener(createResponder({ upstream: upstream.url, key, log: () => {} })));
    const url = await listen(server);
    onTestFinished(() => void server.close());
    const slow = Array.from({ length: 200 }, () =>
      hold(portOf(server), 'GET /geo HTTP/1.1\r\nHost: shop.example\r\nX-Slow: '),
    );
    const trickle = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write('a')), 200);
    onTestFinished(() => clearInterval(trickle));
    expect((await fetch(`${url}/geo`)).status).toBe(200);
    const answers = await Promise.all(slow.map(({ answer }) => answer));
    expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
    expect((await fetch(`${url}/geo`)).status).toBe(200);
  }, 60_000);
});

describe('visitors who reset their connection right after they asked', () => {
  it('leave no line in the log, and keep nobody else from an answer', async () => {
    const upstream = await startUpstream();
    const lines: string[] = [];
    const server = createNodeServer(
      toNodeListener(createResponder({ upstream: upstream.url, key, limit: 0, log: (line) => lines.push(line) })),
    );
    const url = await listen(server);
    onTestFinished(() => void server.close());
    let closed = 0;
    server.on('connection', (socket) => socket.on('close', () => closed++));
    const standardError = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => standardError.mockRestore());
    for (let visitor = 0; visitor < 200; visitor++) {
      const socket = connect(portOf(server), '127.0.0.1', () =>
        socket.write('GET /geo HTTP/1.1\r\nHost: shop.example\r\n\r\n', () => socket.resetAndDestroy()),
      );
    }
    await expect.poll(() => closed, patience).toBe(200);
    expect(lines).toEqual([]);
    expect(standardError).not.toHaveBeenCalled();
    expect((await fetch(`${url}/geo`)).status).toBe(200);
  });
});

describe('a visitor who takes nothing of an answer', () => {
  it('is let go, and one to whom nothing is said is not', async () => {
    const heldMs = 300;
    const whole = new Uint8Array(30_000_000);
    const server = createNodeServer((request, response) => {
      if (request.url === '/stream') setTimeout(() => response.end('last'), 5 * heldMs);
      response.write(request.url === '/stream' ? 'first, ' : whole);
    });
    server.setTimeout(heldMs);
    const url = await listen(server);
    onTestFinished(() => void server.close());
    const { socket } = hold(portOf(server), '');
    socket.pause().write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    expect(await (await fetch(`${url}/stream`)).text()).toBe('first, last');
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))), patience)
      .toBeLessThan(2);
    server.closeIdleConnections();
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))), patience)
      .toBe(0);
  });
});

describe('a tunnel that is asked for', () => {
  const tunnel = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n';

  it('and broken off ends nothing but its own connection', async () => {
    const upstream = await startUpstream();
    const { child, url } = await startProgram({ GEOLET_KEY: key, GEOLET_UPSTREAM: upstream.url, PORT: '0' });
    for (let times = 0; times < 20; times++) {
      const { socket } = hold(Number(new URL(url).port), tunnel);
      await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
      socket.resetAndDestroy();
    }
    expect((await fetch(url)).status).toBe(200);
    expect(child.exitCode).toBe(null);
  }, 30_000);

  it('leaves no connection behind when the other side keeps its own end open, so that the server can end', async () => {
    const server = createNodeServer(toNodeListener(() => Promise.resolve(new Response('here'))));
    await listen(server);
    const socket = connect({ port: portOf(server), host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {}).write(tunnel);
    await new Promise((resolve) => socket.once('data', resolve));
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))), patience)
      .toBe(0);
    await drain(server);
  });

  it.each([
    ['is refused after what was asked before it has its answer, also where that took long', 30_000, ['200', '405']],
    ['ends what was asked before it where that takes more than a minute', 60_000, []],
  ])('%s', async (_, ms, statuses) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let answerFirst = (): void => {};
    const server = createNodeServer(
      toNodeListener(() => new Promise((resolve) => (answerFirst = () => resolve(new Response('here'))))),
    );
    const tunnelAsked = new Promise((resolve) => server.on('connect', resolve));
    await listen(server);
    onTestFinished(() => void server.close());
    const { answer } = hold(portOf(server), `GET /geo HTTP/1.1\r\nHost: shop.example\r\n\r\n${tunnel}`);
    await tunnelAsked;
    vi.advanceTimersByTime(ms);
    answerFirst();
    expect([...(await answer).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)).toEqual(statuses);
  });
});

describe.runIf(process.platform !== 'win32')('more connections than the system has files for', () => {
  it('do not end the program, which answers again once they are gone', async () => {
    const upstream = await startUpstream();
    const { child, url } = await startProgram(
      { GEOLET_KEY: key, GEOLET_UPSTREAM: upstream.url, PORT: '0' },
      'ulimit -n 160; ',
    );
    const idle = Array.from({ length: 400 }, () => hold(Number(new URL(url).port), ''));
    await Promise.all(
      idle.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))),
    );
    for (const { socket } of idle) socket.destroy();
    const status = () =>
      fetch(url, { signal: AbortSignal.timeout(2000) }).then(
        (response) => response.status,
        () => 0,
      );
    await expect.poll(status, patience).toBe(200);
    expect(child.exitCode).toBe(null);
  }, 60_000);
});
