import { spawn } from 'node:child_process';
import { type Socket, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNodeServer, toNodeListener } from '../../../src/proxy/node/index.ts';
import { createAnswerer } from '../../../src/proxy/proxy.ts';
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
  return { socket, answer: new Promise((resolve) => socket.on('close', () => resolve(received)).on('error', () => {})) };
}

describe('connections that send a byte at a time', () => {
  it('are closed in the end, and keep nobody else from an answer', async () => {
    const upstream = await startUpstream();
    const server = createNodeServer(toNodeListener(createAnswerer({ upstream: upstream.url, key, log: () => {} })));
    const url = await listen(server);
    onTestFinished(() => void server.close());
    const slow = Array.from({ length: 200 }, () => hold(portOf(server), 'GET /geo HTTP/1.1\r\nHost: shop.example\r\nX-Slow: '));
    const trickle = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write('a')), 200);
    onTestFinished(() => clearInterval(trickle));
    expect((await fetch(`${url}/geo`)).status).toBe(200);
    const answers = await Promise.all(slow.map(({ answer }) => answer));
    expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
    expect((await fetch(`${url}/geo`)).status).toBe(200);
  }, 60_000);
});

describe.runIf(process.platform !== 'win32')('more connections than the system has files for', () => {
  it('do not end the program, which answers again once they are gone', async () => {
    const upstream = await startUpstream();
    const child = spawn('sh', ['-c', `ulimit -n 160; exec "$0" --import tsx "$1"`, process.execPath, program], {
      env: { PATH: process.env['PATH'] ?? '', GEOLET_KEY: key, GEOLET_UPSTREAM: upstream.url, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, patience).toMatch(/http:\/\/127\.0\.0\.1:\d+\/geo\n/);
    const url = /http:\S+/.exec(output)?.[0] ?? '';
    const idle = Array.from({ length: 400 }, () => hold(Number(new URL(url).port), ''));
    await Promise.all(idle.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))));
    for (const { socket } of idle) socket.destroy();
    const status = () => fetch(url, { signal: AbortSignal.timeout(2000) }).then((response) => response.status, () => 0);
    await expect.poll(status, patience).toBe(200);
    expect(child.exitCode).toBe(null);
  }, 60_000);
});
