import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changes } from '../../../scripts/trial-changes/changes.ts';

const guide = readFileSync('CONTRIBUTING.md', 'utf8');

describe.each(changes)('what CONTRIBUTING.md says of $what', ({ what, edits, commands, tells }) => {
  const row = guide.split('\n').find((line) => line.startsWith(`| ${what} |`)) ?? '';

  it('names each file, in the order in which it is changed', () => {
    const files = [...new Set(edits.map(({ file }) => file))];
    const named = [...row.matchAll(/`((?:src|test|docs|README)[\w/.-]*\.(?:ts|json|md))`/g)].map(([, file]) => file);
    expect(named).toEqual(files);
  });

  it('names each command, and what tells', () => {
    for (const command of commands) expect(row).toContain(`\`${command}\``);
    for (const command of tells) {
      const places = command.startsWith('npm run')
        ? [command]
        : command.split(' ').filter((word) => word.startsWith('test/'));
      // A file is told by its folder's name.
      for (const place of places) expect(row).toMatch(new RegExp(`\`${place.split('/').slice(0, 3).join('/')}`));
    }
  });
});
