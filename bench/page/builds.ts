import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { widgetFilesIn } from '../../src/proxy/node/files.ts';
import { dist } from '../../test/support/site.ts';

/** The widget of these sources, or of an earlier commit. */
export interface Build {
  readonly name: 'now' | 'before';
  readonly folder: string;
  readonly files: ReturnType<typeof widgetFilesIn>;
}

const here = fileURLToPath(new URL('../../', import.meta.url));

export const buildNow = (): Build => ({ name: 'now', folder: dist, files: widgetFilesIn(dist) });

/** Builds the widget of a commit in a worktree of its own. `remove` takes the worktree away. */
export function buildBefore(name: string): { readonly build: Build; readonly commit: string; remove(): void } {
  const commit = execFileSync('git', ['rev-parse', '--short', name], { cwd: here, encoding: 'utf8' }).trim();
  const place = mkdtempSync(join(tmpdir(), 'geolet-before-'));
  const run = (folder: string, command: string, ...words: readonly string[]): void => {
    // Not where this run's own build may be.
    const env = { ...process.env, GEOLET_DIST: undefined };
    execFileSync(command, words, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const remove = (): void => {
    rmSync(place, { recursive: true, force: true });
    run(here, 'git', 'worktree', 'prune');
  };
  try {
    run(here, 'git', 'worktree', 'add', '--quiet', '--detach', place, commit);
    if (hasSamePackages(commit)) symlinkSync(join(here, 'node_modules'), join(place, 'node_modules'));
    else run(place, 'npm', 'ci', '--loglevel=error');
    run(place, 'npm', 'run', '--silent', 'build');
  } catch (error) {
    remove();
    throw error;
  }
  const folder = join(place, 'dist');
  return { build: { name: 'before', folder, files: widgetFilesIn(folder) }, commit, remove };
}

function hasSamePackages(commit: string): boolean {
  return execFileSync('git', ['diff', '--name-only', commit, '--', 'package-lock.json'], { cwd: here }).length === 0;
}
