import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { placesIn } from '../../../src/rules/conditions/groups.ts';

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(owner|widget)\/.*\.ts$/.test(name))
  .map((name) => readFileSync(`src/${name}`, 'utf8'))
  .join('\n');

describe('docs/privacy.md', () => {
  it('lists every name under which something is stored', () => {
    const names = [...source.matchAll(/'(geolet:[a-z]+)/g), ...source.matchAll(/Mark = '([a-z]+)'/g)].map(
      ([, name = '']) => (name.startsWith('geolet:') ? name : `geolet:${name}`),
    );
    const listed = [...readFileSync('docs/privacy.md', 'utf8').matchAll(/^\| \w+ \| `(geolet:[a-z]+)/gm)].map(
      ([, name]) => name,
    );
    expect(names.length).toBeGreaterThan(4);
    expect(new Set(listed)).toEqual(new Set(names));
  });

  it('lists each state of usoptout, with its section, a link and a date', () => {
    const page = readFileSync('docs/privacy.md', 'utf8');
    const rows = [...page.matchAll(/^\| ([A-Z][\w ]+) \| [^|]+ \| \[[^|]+\]\(https:[^|]+ \| (\d{4}-\d\d-\d\d) \|$/gm)];
    const codes: Readonly<Record<string, string>> = {
      California: 'us-ca',
      Colorado: 'us-co',
      Connecticut: 'us-ct',
      Delaware: 'us-de',
      Louisiana: 'us-la',
      Maryland: 'us-md',
      Minnesota: 'us-mn',
      Montana: 'us-mt',
      Nebraska: 'us-ne',
      'New Hampshire': 'us-nh',
      'New Jersey': 'us-nj',
      Oregon: 'us-or',
      Texas: 'us-tx',
    };
    expect(rows.map(([, state = '']) => codes[state])).toEqual(placesIn('usoptout'));
    expect(page).toContain(`\`usoptout\` has ${rows.length} states of the United States`);
  });
});
