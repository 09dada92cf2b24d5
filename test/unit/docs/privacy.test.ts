import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const source = readdirSync('src/widget', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(`src/widget/${name}`, 'utf8'))
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
});
