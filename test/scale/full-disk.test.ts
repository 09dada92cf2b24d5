import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run, start } from '../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../unit/service/running-service.ts';

/** A disk of one megabyte. @returns undefined where this user may not mount one. */
function smallDisk(): string | undefined {
  const directory = temporaryDirectory();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['--lazy', directory]));
  return directory;
}

it('on a disk that is full key create says in one sentence what to do', async ({ skip }) => {
  const DATA_DIR = smallDisk() ?? skip('only root may mount a small disk');
  const command = (...args: string[]) => run('main', args, { DATA_DIR });
  expect((await command('account', 'create', 'shop')).code).toBe(0);
  const service = await start({ DATA_DIR });
  const filler = join(DATA_DIR, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(2_000_000));
  } catch {
    // That is the point.
  }
  const { code, output, errors } = await command('key', 'create', '--scope', 'read,delete');
  expect([code, output]).toEqual([1, '']);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(errors).toMatch(
    /^(The store in DATA_DIR can't be written|DATA_DIR: \S+ can't be used as store)\b.*\bMake room\b/,
  );
  expect(errors).not.toMatch(/^\s+at /m);
  expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({
    status: 'degraded',
    store: 'read-only',
  });

  rmSync(filler);
  expect((await command('key', 'create', '--scope', 'read,delete')).code).toBe(0);
  await expect
    .poll(async () => (await fetch(`${service.url}/ready`)).json(), { timeout: 20_000 })
    .toMatchObject({ status: 'ready', store: 'ok' });
});
