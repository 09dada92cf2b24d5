import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', win32: 'win' };
const isWindows = process.platform === 'win32';

const path = fileURLToPath(
  new URL(
    `node_modules/node-${systems[process.platform]}-${process.arch}/bin/node${isWindows ? '.exe' : ''}`,
    import.meta.url,
  ),
);

/** The newest Node. Undefined where there is no package of it for this machine, which npm then leaves out without a word. */
export const findNewestNode = (): string | undefined => (existsSync(path) ? path : undefined);

/** Such as 26 and 10. */
export function versionOf(node: string): readonly [major: number, minor: number] {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout) ?? [];
  return [Number(major), Number(minor)];
}
