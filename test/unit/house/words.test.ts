import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Spellings that have a better one. */
const spellings: Readonly<Record<string, RegExp>> = {
  'lookup, and to look up': /[Ll]ook[-_]up|[Ll]ookUps|[a-z]LookUp/,
};

const skipped = /(^|\/)(node_modules|dist|lib|results|fixtures|\.[^/]+|test-results)(\/|$)/;
const readable = /\.(ts|js|mjs|mts|php|html|css|md|txt|ya?ml)$/;
const files = ['.ci', 'bench', 'demo', 'deploy', 'docs', 'examples', 'integrations', 'scripts', 'src', 'test']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  .concat(readdirSync('.'))
  .filter((name) => readable.test(name) && !skipped.test(name) && !/\.generated\./.test(name));

it('knows sources, documents and tests', () => {
  for (const name of ['README.md', 'docs/markup.md', 'src/proxy/proxy.ts', 'demo/page/index.html'])
    expect(files).toContain(name);
});

describe.each(Object.entries(spellings))('the spelling "%s"', (_spelling, other) => {
  it('is the only one, in text and in names of files', () => {
    const found = files
      .filter((name) => name !== 'test/unit/house/words.test.ts')
      .flatMap((name) => {
        const lines = [name, ...readFileSync(name, 'utf8').split('\n')];
        return lines.flatMap((line, index) => (other.test(line) ? [`${name}:${index}: ${line.trim()}`] : []));
      });
    expect(found).toEqual([]);
  });
});
