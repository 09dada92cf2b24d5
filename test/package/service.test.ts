import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run, tarball } from './packed.ts';

const packed = tarball('geolet-service');
const unpacked = mkdtempSync(join(tmpdir(), 'geolet-packed-'));
execFileSync('tar', ['--extract', '--file', packed, '--directory', unpacked, '--strip-components', '1']);
afterAll(() => rmSync(unpacked, { recursive: true }));
const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
const textOf = (name: string) => readFileSync(join(unpacked, name), 'utf8');

describe('the packed service', () => {
  it('holds what is built, its table of networks, its terms and its unit, and nothing else', () => {
    const roots = ['LICENSE', 'NOTICE', 'README.md', 'geolet-service.service', 'lib', 'package.json'];
    expect(new Set(files.map((name) => name.replace(/\/.*/, '')))).toEqual(new Set(roots));
    expect(files.filter((name) => name.startsWith('lib/') && !/\.(js|d\.ts)$/.test(name))).toEqual([
      'lib/service/geo/networks.generated.mmdb',
    ]);
  });

  it('depends on every package that it imports, and on no other', () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> };
    const code = files.filter((name) => name.endsWith('.js')).map(textOf);
    const specifiers = code.flatMap((text) => [...text.matchAll(/(?<!\.)\b(?:from|import) ?\(?"([^".][^"]*)"/g)]);
    const packages = new Set(
      specifiers.flatMap(([, specifier = '']) =>
        specifier.startsWith('node:') ? [] : (/^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''),
      ),
    );
    expect([...packages].toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });

  it('has the terms of the project', () => {
    for (const name of ['LICENSE', 'NOTICE']) expect(textOf(name)).toBe(readFileSync(name, 'utf8'));
  });

  it('is without fault for publint, and has types that resolve as its modules do', () => {
    const output = expect.stringContaining('All good') as string;
    expect(run('publint', ['--strict', packed])).toMatchObject({ status: 0, output });
    const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-color'];
    expect(run('attw', [packed, ...options])).toMatchObject({ status: 0 });
  });
});

it.each([
  ['geolet', []],
  ['@geolet/service', ['-w', 'src/service']],
])('npm pack does not list the files of %s, of which there are many', (_name, workspace) => {
  expect(run('npm', ['pack', '--dry-run', '--ignore-scripts', ...workspace], process.cwd())).toMatchObject({
    status: 0,
    output: expect.not.stringContaining('npm notice'),
  });
});
