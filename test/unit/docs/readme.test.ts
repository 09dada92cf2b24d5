import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type Field, fieldNames, fields } from '../../../src/record/fields.ts';
import { conditionTable } from '../../../src/rules/conditions/condition-table.ts';
import { groupNames } from '../../../src/rules/conditions/groups.ts';
import { bindingNames, helperNames } from '../../../src/rules/markup/bindings.ts';
import { readSettings } from '../../../src/widget/boot/settings.ts';

const readme = readFileSync('README.md', 'utf8');
/** `region` is no condition but a typo that is answered with a hint. */
const names = Object.keys(conditionTable);

/** Lines of the table under a heading, as cells. */
function table(text: string, heading: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

it('docs/conditions.md explains every condition and every built-in group', () => {
  const rows = table(readFileSync('docs/conditions.md', 'utf8'), 'All conditions');
  const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => text.split(' '));
  expect(
    rows
      .flatMap(([name]) => named(name))
      .filter((name) => !name.startsWith('-'))
      .sort(),
  ).toEqual([...names].sort());
  expect(named(rows.find(([name]) => name === '`group`')?.[1])).toEqual(groupNames);
});

it('docs/markup.md names every attribute that binds or stands beside one, and no other', () => {
  const listed = table(readFileSync('docs/markup.md', 'utf8'), 'Bindings').flatMap(([names = '']) =>
    [...names.matchAll(/`(?:data-geo)?-([a-z-]+)`/g)].map(([, name = '']) => name),
  );
  const all = [...bindingNames, ...helperNames.filter((name) => name !== 'settings')];
  expect([...new Set(listed)].toSorted()).toEqual(all.toSorted());
});

it('docs/record.md lists every field of the record with its type and what the proxy does with it', () => {
  const marks = { country: '● ◐', state: '● ○', on: '●', off: '' };
  const rows = fieldNames.map((name) => {
    const { type, meaning, exposure }: Field = fields[name];
    return [`\`${name}\``, type, meaning, marks[exposure]];
  });
  expect(table(readFileSync('docs/record.md', 'utf8'), 'Fields').filter(([name]) => name?.startsWith('`'))).toEqual(
    rows,
  );
});

describe('docs/settings.md', () => {
  const page = readFileSync('docs/settings.md', 'utf8');

  it('lists every setting with its default', () => {
    vi.stubGlobal('location', { href: 'https://shop.example/' });
    const defaults = readSettings(undefined);
    vi.unstubAllGlobals();
    const rows = table(page, 'Settings of the script tag').filter(([name]) => name?.startsWith('`'));
    const listed = rows.map(([name = '', value = '']) => [name.replaceAll('`', ''), value.replaceAll('`', '')]);
    const { mistakes: _, endpoint = '', ...others } = defaults;
    expect(Object.fromEntries(listed)).toEqual({
      endpoint: new URL(endpoint).pathname,
      ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
    });
  });

  it('lists every key of the settings block that is read, and no other', () => {
    const read = readdirSync('src/widget', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const code = readFileSync(`src/widget/${name}`, 'utf8');
        return [
          ...code.matchAll(/\bblock\('(\w+)'\)/g),
          ...code.matchAll(/ownerSetting\(block, '(\w+)'\)/g),
          ...code.matchAll(/\bblock\.(groups|redirect)\b/g),
        ]
          .map(([, key]) => key)
          .concat(
            // Those that start a file.
            [...code.matchAll(/for \(const name of \[([^\]]*)\] as const\)\s+if \(ownerSettings\(\)/g)].flatMap(
              ([, names = '']) => names.replaceAll("'", '').split(', '),
            ),
          );
      });
    const listed = table(page, 'The settings block').flatMap(([keys = '']) =>
      [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => key),
    );
    expect(new Set(listed)).toEqual(new Set(read));
  });
});

describe('the README', () => {
  it('has at most 110 lines', () => expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(110));

  it('links to files that are there', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !target.startsWith('http'));
    for (const link of links) expect(() => readFileSync(link), link).not.toThrow(/ENOENT/);
  });
});
