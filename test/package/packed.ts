import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** Where the packed package lies, and what consumers build. */
export const folder = resolve('.cache/package');

/** The packed package as it is installed beside the consumers. */
export const installed = resolve('test/package/node_modules/geolet');

export const consumers = resolve('test/package/consumers');

export function tarball(of: 'geolet' | 'geolet-service' = 'geolet'): string {
  const name = readdirSync(folder).find((name) => /^(.*)-\d+\.\d+\.\d+\.tgz$/.exec(name)?.[1] === of);
  if (name === undefined) throw new Error('The package is not packed: run npm test -- package');
  return join(folder, name);
}

/** Runs a program of the consumers' packages, or Node itself, among the consumers. @returns what it printed, and how it ended. */
export function run(
  command: string,
  args: readonly string[],
  cwd = consumers,
): { readonly status: number | null; readonly output: string } {
  const path = [resolve('test/package/node_modules/.bin'), process.env.PATH].join(delimiter);
  // Vitest's own `NODE_ENV` would have them build for tests.
  const env = { ...process.env, NODE_ENV: undefined, PATH: path };
  const { status, stdout, stderr, error } = spawnSync(command === 'node' ? process.execPath : command, args, {
    cwd,
    encoding: 'utf8',
    env,
  });
  return { status, output: `${stdout}${stderr}${error ? String(error) : ''}` };
}
