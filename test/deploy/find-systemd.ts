import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { installPackages } from '../support/apt.ts';

/** Programs that boot a machine in a folder, by the Debian package that has them. */
const programs = { 'systemd-container': 'systemd-nspawn', iproute2: 'ip', curl: 'curl' } as const;

/**
 * Installs what is missing where that takes no more than apt.
 *
 * @returns why this machine can't boot another, if it can't.
 */
export function findMissing(): string | undefined {
  if (process.platform !== 'linux') return 'systemd is of Linux';
  if (process.getuid?.() !== 0) return 'only root can mount file systems and boot a systemd';
  const obstacle = whyNoOverlay();
  if (obstacle !== undefined) return `this machine may not mount an overlay (${obstacle})`;
  const wanted = Object.entries(programs)
    .filter(([, program]) => !isThere(program))
    .map(([name]) => name);
  if (wanted.length > 0) installPackages(wanted);
  const missing = Object.values(programs).find((program) => !isThere(program));
  return missing && `${missing} is not installed`;
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0 || spawnSync(program, ['-V']).status === 0;
}

/** @returns undefined where one can be mounted. */
function whyNoOverlay(): string | undefined {
  const folder = mkdtempSync(`${tmpdir()}/geolet-overlay-`);
  const script =
    'mount -t tmpfs tmpfs "$1" && mkdir "$1/upper" "$1/work" "$1/root" && mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"';
  const { status, error, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script, 'sh', folder], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().replaceAll('\n', '; '));
}
