#!/usr/bin/env tsx
/**
 * `npx geolet` in the repository: the command line from its sources, which builds the widget if it is not built yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
// The output of the build goes to standard error, since the output of a command may be piped into a page.
if (!existsSync(`${repository}dist/geolet.js`)) {
  console.error('Building the widget …');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: repository,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(1);
}
const [, , name, ...rest] = process.argv;
// The service comes from its sources, too. In its package it would have to be built.
if (name === 'serve')
  await (await import('../../src/command-line/serve.ts')).runServe(rest, () => import('../../src/service/index.ts'));
else await import('../../src/command-line/main.ts');
