import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed, run, tarball } from './packed.ts';

/** Debian 12 brings Node 18, Debian 11 Node 12. npm has their programs for Linux on x64. */
const nodeOf = (major: number) => resolve(`test/old-node/node_modules/node-${major}/bin/node`);

const said = (version: string) =>
  `Geolet needs Node 20.19 or newer, and this is Node ${version}. Newer ones: https://nodejs.org/en/download\n`;

const unpacked = mkdtempSync(join(tmpdir(), 'geolet-old-node-'));
beforeAll(() => {
  run('tar', ['--extract', '--file', tarball('geolet-service'), '--directory', unpacked]);
  writeFileSync(join(unpacked, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(unpacked, { recursive: true }));

const commands = ['', 'dev', 'init', 'doctor', 'snippet', 'update-rates', 'serve', 'proxy'];
const programs = [
  ...commands.map((name) => ['geolet', name, () => join(installed, 'lib/command-line/main.js')] as const),
  ...['', 'key', 'update-data'].map(
    (name) => ['geolet-service', name, () => join(unpacked, 'package/lib/service/command-line/main.js')] as const,
  ),
  ['npm start, before it builds,', '', () => resolve('scripts/require-node.mjs')] as const,
];

describe.each([
  [18, '18.20.8'],
  [12, '12.22.12'],
])('Node %i', (major, version) => {
  it.skipIf(!existsSync(nodeOf(major))).each(programs)(
    'is told by %s %s which Node it needs, in one line and without a stack',
    (_program, name, file) => {
      const args = [file(), ...(name ? [name] : [])];
      const { status, stdout, stderr } = spawnSync(nodeOf(major), args, { encoding: 'utf8' });
      expect([status, stdout, stderr]).toEqual([1, '', said(version)]);
    },
  );
});

it.skipIf(!existsSync(nodeOf(18))).each([
  ['geolet/proxy/node', () => join(installed, 'lib/adapters/node/index.js')],
  ['geolet/server', () => join(installed, 'lib/pages/server/index.js')],
])("an owner's own program on Node 18 stops at its import of %s, with the reason", (_name, file) => {
  const args = ['--input-type=module', '--eval', `import ${JSON.stringify(file())}`];
  const { status, stderr } = spawnSync(nodeOf(18), args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`Error: ${said('18.20.8')}`)]);
});
