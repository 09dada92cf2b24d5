import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type Field, fieldNames, fields } from '../../../src/record/fields.ts';
import { conditionTable } from '../../../src/rules/conditions/condition-table.ts';
import { groupNames } from '../../../src/rules/conditions/groups.ts';
import { bindingNames, helperNames } from '../../../src/rules/markup/bindings.ts';
import { readSettings } from '../../../src/widget/boot/settings.ts';
import { tableIn } from './page-table.ts';

const readme = readFileSync('README.md', 'utf8');

it('docs/conditions.md explains every condition and every built-in group', () => {
  const rows = tableIn('docs/conditions.md', '## All conditions').slice(1);
  const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => text.split(' '));
  const conditions = rows.flatMap(([name]) => named(name)).filter((name) => !name.startsWith('-'));
  expect(conditions.toSorted()).toEqual(Object.keys(conditionTable).toSorted());
  expect(named(rows.find(([name]) => name === '`group`')?.[1])).toEqual(groupNames);
});

it('docs/markup.md names every attribute that binds or stands beside one, and no other', () => {
  const listed = tableIn('docs/markup.md', '## Bindings').flatMap(([names = '']) =>
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
  expect(tableIn('docs/record.md', '## Fields').filter(([name]) => name?.startsWith('`'))).toEqual(rows);
});

describe('docs/settings.md', () => {
  it('lists every setting with its default', () => {
    vi.stubGlobal('location', { href: 'https://shop.example/' });
    const defaults = readSettings(undefined);
    vi.unstubAllGlobals();
    const rows = tableIn('docs/settings.md', '## Settings of the script tag').filter(([name]) => name?.startsWith('`'));
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
        const reads = [/\bblock\('(\w+)'\)/g, /ownerSetting\(block, '(\w+)'\)/g, /\bblock\.(groups|redirect)\b/g];
        const startsFile = /for \(const name of \[([^\]]*)\] as const\)\s+if \(ownerSettings\(\)/g;
        return [...reads, startsFile]
          .flatMap((pattern) => [...code.matchAll(pattern)])
          .flatMap(([, keys = '']) => keys.replaceAll("'", '').split(', '));
      });
    const listed = tableIn('docs/settings.md', '## The settings block').flatMap(([keys = '']) =>
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
