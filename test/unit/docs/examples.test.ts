import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const packageAt = (folder: string) =>
  JSON.parse(read(`${folder}/package.json`)) as {
    readonly version: string;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
const examples = readdirSync('examples');
const filesOf = (host: string) =>
  readdirSync(join('examples', host), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The versions that the suites have locked. */
const tested: Readonly<Record<string, string>> = {
  geolet: packageAt('.').version,
  '@geolet/service': packageAt('src/service').version,
  ...packageAt('test/workers').devDependencies,
  ...packageAt('test/package/consumers/astro-app').dependencies,
};

describe.each(examples)('the example %s', (host) => {
  const readme = read(`examples/${host}/README.md`);
  const files = filesOf(host);

  it('has a README of twelve lines at most, with a heading and the commands', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
    expect(readme).toMatch(/^# .+\n\n[^]*^```sh\n[^]+^```$/m);
  });

  it('leads to documentation that there is', () => {
    const pages = [...readme.matchAll(/node_modules\/geolet\/(docs\/[\w-]+\.md)/g)].map(([, page = '']) => page);
    expect(pages).not.toEqual([]);
    for (const page of pages) expect(existsSync(page), page).toBe(true);
  });

  it('is listed where the documentation names the examples', () =>
    expect(read('docs/hosts.md')).toContain(`\`${host}\``));

  it('uses the versions that are tested', () => {
    for (const path of files.filter((path) => path.endsWith('package.json'))) {
      const { dependencies = {}, devDependencies = {} } = packageAt(join(path, '..'));
      expect(dependencies).toHaveProperty('geolet');
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
        expect(`${name}@${version}`).toBe(`${name}@^${tested[name]}`);
    }
  });

  it('has a page with the tag, and the same headline and price as all others', () => {
    const pages = files.filter((path) => /\.(html|astro)$/.test(path)).map(read);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(
      host === 'header'
        ? '<script src="/geolet.js"></script>'
        : /<script .*async src=".*\/geolet\.js" data-endpoint=".*\/geo"><\/script>/,
    );
    const headline = read('examples/vercel/public/index.html').match(/ *<h1>[^]*<\/geo-currency><\/p>\n/)?.[0];
    expect(pages[0]).toContain(headline);
  });
});

it.each(['nginx', 'container'])('the nginx.conf of the example %s has the lines of docs/proxy-recipes.md', (host) => {
  const [, section = ''] = read('docs/proxy-recipes.md').split('\n## nginx\n');
  const recipe = /```nginx\n([^]*?)```/.exec(section)?.[1] ?? '';
  const lines = (text: string) => text.replace(/^ +/gm, '').replaceAll('http://geolet:', 'http://127.0.0.1:');
  expect(recipe).toContain('location = /geo {');
  expect(lines(read(`examples/${host}/nginx.conf`))).toContain(lines(recipe));
});

it('the nginx.conf of the example header has the lines of docs/header.md', () => {
  const [, section = ''] = read('docs/header.md').split('\n## nginx\n');
  const [databases = '', server = ''] = [...section.matchAll(/```nginx\n([^]*?)```/g)].map(([, lines = '']) => lines);
  const configuration = read('examples/header/nginx.conf');
  expect(configuration).toContain(databases);
  expect(configuration.replace(/^ +/gm, '')).toContain(server);
});

/** Files that stand in the documentation, word for word. */
it.each([
  ['docs/hosts.md', 'cloudflare-workers/src/index.ts'],
  ['docs/hosts.md', 'vercel/api/geo.ts'],
  ['docs/hosts.md', 'vercel/vercel.json'],
  ['docs/hosts.md', 'netlify/netlify/functions/geo.mts'],
  ['docs/frameworks.md', 'astro/src/geolet.ts'],
  ['docs/frameworks.md', 'astro/src/middleware.ts'],
])('%s has the same as the example %s', (page, file) => expect(read(page)).toContain(read(join('examples', file))));
