import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textFiles } from '../../support/text-files.ts';

/** Spellings that have a better one. */
const spellings: Readonly<Record<string, RegExp>> = {
  'lookup, and to look up': /[Ll]ook[-_]up|[Ll]ookUps|[a-z]LookUp/,
};

it('knows sources, documents and tests', () => {
  for (const name of ['README.md', 'docs/markup.md', 'src/proxy/proxy.ts', 'demo/page/index.html', '.ci/run'])
    expect(textFiles).toContain(name);
});

describe.each(Object.entries(spellings))('the spelling "%s"', (_spelling, other) => {
  it('is the only one, in text and in names of files', () => {
    const found = textFiles
      .filter((name) => name !== 'test/unit/house/words.test.ts')
      .flatMap((name) => {
        const lines = [name, ...readFileSync(name, 'utf8').split('\n')];
        return lines.flatMap((line, index) => (other.test(line) ? [`${name}:${index}: ${line.trim()}`] : []));
      });
    expect(found).toEqual([]);
  });
});
