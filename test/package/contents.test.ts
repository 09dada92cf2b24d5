import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, installed, run, tarball } from './packed.ts';

const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  // Where an app has a lit of another version, npm puts ours here.
  .filter((name) => !name.startsWith('node_modules/') && statSync(join(installed, name)).isFile());

const {
  exports,
  bin,
  dependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
  sideEffects,
  ...fields
} = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
  exports: Record<string, string | Record<string, string>>;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  sideEffects: string[];
} & Record<string, unknown>;

describe('the packed package', () => {
  it('holds what is built, how it is used and what its terms are, and nothing else', () => {
    const texts = ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'llms.txt', 'package.json'];
    const folders = ['deploy', 'dist', 'docs', 'examples', 'lib'];
    expect(new Set(files.map((name) => name.replace(/\/.*/, '')))).toEqual(new Set([...texts, ...folders]));
    expect(files.filter((name) => /\.test\.|\.spec\.|(^|\/)(test|demo|bench|service)\//.test(name))).toEqual([]);
    const built = files.filter((name) => name.startsWith('lib/'));
    expect(built.filter((name) => !/(\.js|\.d\.ts|^lib\/[a-z-]+\.json)$/.test(name))).toEqual([]);
  });

  it('names in what was built no path, user or host of the machine that packed it', () => {
    const marks = [process.cwd(), resolve(folder), homedir(), hostname()].filter((mark) => mark.length > 5);
    const built = files.filter((name) => /^(dist|lib)\//.test(name));
    const telling = built.filter((name) =>
      marks.some((mark) => readFileSync(join(installed, name), 'latin1').includes(mark)),
    );
    expect(telling).toEqual([]);
  });

  it('has every file that its own description leads to', () => {
    const targets = [
      ...Object.values(exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target))),
      ...Object.values(bin),
      fields.unpkg,
      fields.jsdelivr,
      fields.customElements,
      fields['web-types'],
      ...sideEffects,
    ].map(String);
    const missing = targets.filter((target) =>
      target.includes('*') ? !files.some((name) => matches(name, target)) : !existsSync(join(installed, target)),
    );
    expect(missing).toEqual([]);
  });

  it('has every page of the documentation that another page leads to', () => {
    const pages = files.filter((name) => /^docs\/.*\.md$/.test(name));
    expect(pages.length).toBeGreaterThan(50);
    const missing = pages.flatMap((page) =>
      [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\(([\w/.-]+\.md)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => join(page, '..', target))
        .filter((target) => target.startsWith('docs/') && !files.includes(target))
        .map((target) => `${page}: ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('says types first', () => {
    const conditions = Object.values(exports).filter((target) => typeof target !== 'string');
    expect(conditions.length).toBeGreaterThan(5);
    for (const target of conditions) expect(Object.keys(target)[0]).toBe('types');
  });

  it('depends on lit, its base class and idb-keyval alone, and asks for nothing by itself', () => {
    expect(Object.keys(dependencies).sort()).toEqual(['@lit/reactive-element', 'idb-keyval', 'lit']);
    expect(Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)).toEqual([]);
  });

  it('lists as side effects the modules that have some', () => {
    const listed = sideEffects.map((pattern) => pattern.replace(/^\.\//, ''));
    const acts = files.filter(
      (name) =>
        name.startsWith('lib/') &&
        name.endsWith('.js') &&
        /^(register\(|startGeolet\(|await |try \{|process\.|import "\.\/elements\/geo-)/m.test(
          readFileSync(join(installed, name), 'utf8'),
        ),
    );
    expect(acts.length).toBeGreaterThan(9);
    expect(acts.filter((name) => !listed.some((pattern) => matches(name, pattern)))).toEqual([]);
  });

  it('carries the terms of the data and libraries that it contains', () => {
    const notice = readFileSync(join(installed, 'NOTICE'), 'utf8');
    const builtIn = readdirSync(join(installed, 'lib/packages'));
    expect(builtIn).not.toEqual([]);
    for (const name of builtIn) expect(notice).toContain(`contained in lib/packages/${name}/`);
    for (const source of ['Unicode CLDR', 'countries-list', 'libphonenumber', 'country-flag-icons'])
      expect(notice).toContain(source);
    for (const terms of ['BSD 3-Clause License', 'Copyright 2016, Jake Archibald']) expect(notice).toContain(terms);
  });

  it('is without fault for publint', () => {
    expect(run('publint', ['--strict', tarball()])).toMatchObject({
      status: 0,
      output: expect.stringContaining('All good'),
    });
  });

  it('has types that resolve as its modules do', () => {
    // The scripts for pages have no types: they are no modules.
    const scripts = ['--exclude-entrypoints', 'geolet.js', 'geolet-bindings.js'];
    const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', ...scripts];
    expect(run('attw', [tarball(), ...options])).toMatchObject({ status: 0 });
  });
});

function matches(name: string, pattern: string): boolean {
  const [before = '', after = ''] = pattern.replace(/^\.\//, '').split('*');
  return pattern.includes('*') ? name.startsWith(before) && name.endsWith(after) : name === before;
}
