import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

it('npx geolet runs in the repository from its sources, once its packages are installed', () => {
  const program = resolve('node_modules/.bin/geolet');
  // As npx does, in whatever folder.
  const { status, stdout, stderr } = spawnSync(program, [], {
    cwd: tmpdir(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}` },
  });
  expect([status, stdout], stderr).toEqual([0, expect.stringMatching(/geolet dev[^]*geolet doctor/)]);
});
