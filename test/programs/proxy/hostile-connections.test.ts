import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createNodeServer, toNodeListener } from '../../../src/adapters/node/index.ts';
import { createResponder } from '../../../src/proxy/proxy.ts';
import { key, patience, startUpstream } from '../../unit/proxy/upstream-server.ts';
import { listen, portOf } from '../../support/loopback.ts';

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

it.runIf(process.platform !== 'win32')(
  'more connections than the system has files for do not end the program, which answers again once they are gone',
  async () => {
    const upstream = await startUpstream();
    const program = ['--import', 'tsx', 'src/adapters/node.ts'];
    const child = spawn('sh', ['-c', 'ulimit -n 160; exec "$0" "$@"', process.execPath, ...program], {
      env: { PATH: process.env['PATH'], GEOLET_KEY: key, GEOLET_UPSTREAM: upstream.url, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, patience).toMatch(/\/geo\n/);
    const url = /http:\S+/.exec(output)?.[0] ?? '';
    const idle = Array.from({ length: 400 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
    await Promise.all(
      idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))),
    );
    for (const socket of idle) socket.destroy();
    const status = () =>
      fetch(url, { signal: AbortSignal.timeout(2000) }).then(
        (response) => response.status,
        () => 0,
      );
    await expect.poll(status, patience).toBe(200);
    expect(child.exitCode).toBe(null);
  },
  60_000,
);
