import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { runQuietly, untilReady } from '../../support/output.ts';
import { runTypeScript } from '../../support/run-typescript.ts';
import { start } from '../service/command-line-process.ts';
import { temporaryDirectory } from '../service/running-service.ts';

const failing = ['--eval', "console.log('on its output'); console.error('the cause'); process.exitCode = 3"];

it('a program that is run quietly says nothing, and all that it printed when it fails', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  try {
    expect(await runQuietly(process.execPath, '--eval', "console.log('all is well')")).toBe(true);
    expect(error).not.toHaveBeenCalled();
    expect(await runQuietly(process.execPath, ...failing)).toBe(false);
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^.*node.* ended with 3:\n[^]*(?=[^]*on its output)(?=[^]*the cause)/),
    );
  } finally {
    error.mockRestore();
  }
});

it('a program that ends before it is ready tells why', async () => {
  const never = new Promise(() => {});
  const error = await untilReady(spawn(process.execPath, failing), never).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/ does not start: [^]*the cause/);
  expect(error).toMatchObject({ cause: new Error('It ended with 3.') });
});

it('a program that is not ready in time tells what it has printed', async () => {
  const child = spawn(process.execPath, ['--eval', "console.error('still waiting'); setInterval(() => {}, 1000)"]);
  const late = new Promise((_resolve, reject) => {
    child.stderr.once('data', () => reject(new Error('No answer.')));
  });
  try {
    await expect(untilReady(child, late)).rejects.toThrow(/ does not start: still waiting$/);
  } finally {
    child.kill();
  }
});

it('a program that was ready keeps nobody waiting for what it has started in turn', async () => {
  const module = pathToFileURL('test/support/output.ts').href;
  const script = `
    import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
    import { once as first } from 'node:events';
    import { untilReady } from '${module}';
    const child = spawn('sh', ['-c', 'sleep 60 & echo $!; wait']);
    const ready = first(child.stdout, 'data');
    await untilReady(child, ready);
    console.log(String((await ready)[0]));
    child.kill();`;
  const started = spawn(process.execPath, [...runTypeScript, '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[sleeper]] = await Promise.all([once(started.stdout, 'data'), once(started, 'exit')]);
  expect(process.kill(Number(String(sleeper)), 'SIGKILL')).toBe(true);
});

it('a service that ends before it answers tells why', async () => {
  const started = start({ DATA_DIR: temporaryDirectory(), KEY_LIMIT: 'many' });
  await expect(started).rejects.toThrow(/^It ended, and printed no line with [^]*KEY_LIMIT is "many"/);
});
