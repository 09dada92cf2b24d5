import { spawn } from 'node:child_process';
import { type Socket, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNodeServer, toNodeListener } from '../../../src/adapters/node/index.ts';
import { createResponder } from '../../../src/proxy/proxy.ts';
import { key, patience, startUpstream } from '../../unit/proxy/upstream-server.ts';
import { listen, portOf } from '../../support/loopback.ts';

const program = fileURLToPath(new URL('../../../src/adapters/node.ts', import.meta.url));

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

it('visitors who reset their connection right after they asked leave no line in the log, and keep nobody else from an answer', async () => {
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
