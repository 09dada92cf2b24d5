import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, listen, portOf } from '../../support/loopback.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

/** Another process that has a port, until it is ended. */
async function neighbour() {
  const module = pathToFileURL('test/support/loopback.ts').href;
  const script = `import { freePort } from '${module}'; console.log(await freePort()); process.stdin.resume();`;
  const child = spawn(process.execPath, [...runTypeScript, '--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const end = () => {
    child.kill();
    return ended;
  };
  onTestFinished(async () => void (await end()));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(String(line)), end };
}

it('a port that one process was given is given to no other until that has ended, though nobody listens', async () => {
  const { port, end } = await neighbour();
  await expect(freePort([port, port])).rejects.toThrow(`None of the ports from ${port} to ${port} is free.`);
  await end();
  expect(await freePort([port, port])).toBe(port);
  await expect(freePort([port, port])).rejects.toThrow('free');
});

it('a port that a server has is given to nobody', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await listen(server);
  const port = portOf(server);
  await expect(freePort([port, port])).rejects.toThrow('free');
});

it('a port is none that a system hands out to whoever connects', async () => {
  expect(await freePort()).toBeLessThan(32_768);
});
