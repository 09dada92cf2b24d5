import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runQuietly } from '../support/output.ts';

/** Where the two packed packages lie. */
export const folder = resolve('.cache/deploy');

/** What npm has fetched: machines without a network install from it. */
export const cache = setting('cache');

const registry = setting('registry');

export function tarballs(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(folder, name));
}

/** Installs both packages once, where there is a network, so that npm has what they need. @returns whether they could be. */
export async function warmCache(): Promise<boolean> {
  const empty = mkdtempSync(join(tmpdir(), 'geolet-install-'));
  let isWarm = true;
  for (const tarball of tarballs())
    isWarm &&= await runQuietly('npm', 'install', '--loglevel=error', '--prefix', empty, tarball);
  rmSync(empty, { recursive: true });
  return isWarm;
}

/** Has npm install from what it fetched before. */
export function offlineNpm(): Readonly<Record<string, string>> {
  return {
    npm_config_cache: cache,
    npm_config_offline: 'true',
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
  };
}

function setting(name: string): string {
  return spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim();
}
