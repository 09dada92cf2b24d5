import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { silentMistakes } from '../../support/silent-mistakes.ts';

it('docs/troubleshooting.md has each silent mistake with the line that names it, and no other', () => {
  const [, section = ''] = readFileSync('docs/troubleshooting.md', 'utf8').split(
    '\n## Nothing happens, and no error shows\n',
  );
  const [table = ''] = section.split('\n## ');
  expect(table.match(/^\| .* \| `.*` \|$/gm)).toEqual(
    silentMistakes.map(({ mistake, line }) => `| ${mistake} | \`${line}\` |`),
  );
});
