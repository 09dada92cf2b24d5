import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const units = ['geolet.service', 'geolet-proxy.service', 'geolet-service.service'];

/** The unit where the tests' own Node is. */
function unitFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, readFileSync(join('deploy', name), 'utf8').replace('/usr/bin/node', process.execPath));
  return file;
}

/** From 250 on it looks at files without a running systemd, and at nothing but them. */
const canAnalyze = Number(/^systemd (\d+)/.exec(analyze('--version').stdout ?? '')?.[1] ?? 0) >= 250;

describe.runIf(canAnalyze)('a unit of systemd', () => {
  it.each(units)('%s holds nothing that systemd does not understand', (name) => {
    const { status, stderr } = analyze('verify', '--man=no', '--recursive-errors=no', unitFile(name));
    expect([status, stderr.split('\n').filter((line) => line.includes(name))]).toEqual([0, []]);
  });

  it.each(units)('%s may do little', (name) => {
    // In tenths, of 100 that a unit without any restriction may reach.
    const { status, stdout } = analyze('security', '--offline=true', '--threshold=25', unitFile(name));
    expect(status, stdout).toBe(0);
  });
});

it.each(units)('a unit of systemd %s is given longer to stop than it takes', (name) => {
  const text = readFileSync(join('deploy', name), 'utf8');
  const drainSeconds = Number(/DRAIN_SECONDS=(\d+)/.exec(text)?.[1] ?? 0);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(drainSeconds + 10);
});
