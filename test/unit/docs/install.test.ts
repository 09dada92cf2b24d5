import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runTypeScript } from '../../support/run-typescript.ts';
import { tableIn } from './page-table.ts';

const install = readFileSync('docs/install.md', 'utf8');
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe.each([
  ['first-frame', 'geolet-snippet.js', 400],
  ['ask', 'geolet-ask.js', 400],
])('the snippet %s', (name, file, limit) => {
  const text = readFileSync(`dist/${file}`, 'utf8');

  it(`has at most ${limit} bytes of brotli`, () => expect(brotliCompressSync(text).length).toBeLessThanOrEqual(limit));

  it('stands in the documentation as it is built, with its hash', () => {
    expect(install).toContain(`<script>${text}</script>`);
    expect(install).toContain(`script-src 'self' ${sourceOf(text)}`);
  });

  it('is printed by the command line, with its hash', () =>
    expect(print(name)).toEqual({ markup: `<script>${text}</script>\n`, source: `script-src ${sourceOf(text)}\n` }));
});

it('the snippet header is printed as it is built, with its hash', () => {
  const text = readFileSync('dist/geolet-header.js', 'utf8');
  expect(print('header')).toEqual({ markup: `<script>${text}</script>\n`, source: `script-src ${sourceOf(text)}\n` });
});

describe.each(['inline', 'inline-bindings'])('the script as snippet %s prints it', (name) => {
  it('ends its script element where it ends, and has the hash that is told', () => {
    const { markup, source } = print(name);
    const [, text = '', rest] = /^<script data-endpoint="\/geo">(.*?)<\/script>(.*)$/s.exec(markup) ?? [];
    expect(rest).toBe('\n');
    expect(text).not.toMatch(/<!--|<script|sourceMappingURL/);
    expect(source).toBe(`script-src ${sourceOf(text)}\n`);
  });
});

describe('what the documentation tells of ways to install', () => {
  const report = readFileSync('bench/results/page.md', 'utf8');
  /** Cells by a column of the report's part, by the first cell of each row. */
  const measured = (part: string, column: string): ReadonlyMap<string, string> => {
    const [head = [], ...rows] = tableIn('bench/results/page.md', `## ${part}`);
    return new Map(rows.map((cells) => [cells[0] ?? '', cells[head.indexOf(column)] ?? '']));
  };
  const trips = measured('First visit', 'round trips after the HTML');
  const times = measured('First visit', 'ms at 150');

  it.each([
    ['[record in the HTML](edge.md), `geolet.js` inlined', 'record and geolet.js by the proxy'],
    ['record in the HTML, plain tag', 'record by the proxy, async tag'],
    ['`geolet.js` inlined', 'geolet.js inlined'],
    ['the inline request', 'inline request'],
    ['a preload of the record', 'preload of the record'],
    ['plain tag, or in the head', 'async tag'],
    ['plain tag, or in the head', 'tag in the head'],
    ["for comparison: a third party's script and API", 'third-party script and API'],
  ])('is what the bench measured of %s: %s', (row, arrangement) => {
    const written = install.split('\n').find((line) => line.startsWith(`| ${row} | `));
    const [told, ms] = (written ?? '')
      .split('|')
      .slice(2)
      .map((cell) => cell.trim());
    expect(told).toBe(trips.get(arrangement));
    expectNear(ms, times.get(arrangement));
  });

  it('is what the bench saw of first frames', () => {
    const shifts = measured('Repeat visit', 'layout shift');
    expect(install).toContain(`a layout shift of ${shifts.get('Geolet, async tag')} on the bench's page`);
    const [, counts = ''] = /We loaded each way except the plain tag (\d+) times/.exec(install) ?? [];
    const loads = report.split('\n## First frames in three engines\n')[1]?.split('\n## ')[0] ?? '';
    const rows = loads.split('\n').filter((line) => /^\| (chromium|firefox|webkit) /.test(line));
    expect(rows).not.toHaveLength(0);
    for (const row of rows.filter((line) => !line.includes('this browser has no'))) {
      const seen = [...row.matchAll(/(\d+) of (\d+) \(/g)];
      expect(seen.reduce((sum, [, , all]) => sum + Number(all), 0)).toBe(Number(counts));
      expect(seen.every(([, wrong]) => Number(wrong) === 0)).toBe(true);
      expect(row).toMatch(/\| (0\.000)? \|\s+\|$/);
    }
    expect(install).toContain('a layout shift of 0.000 (');
  });

  /** What differs from run to run is not worth a change of the text. */
  function expectNear(told: string | undefined, kept: string | undefined): void {
    expect(Math.abs(Number(told) - Number(kept))).toBeLessThanOrEqual(Math.max(20, Number(kept) / 10));
  }
});

it('names what there is when another snippet is asked for', () =>
  expect(print('other')).toMatchObject({ markup: '', source: expect.stringContaining('first-frame') as string }));

function print(name: string): { markup: string; source: string } {
  const program = [...runTypeScript, 'src/command-line/main.ts', 'snippet', name];
  const { stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' });
  return { markup: stdout, source: stderr };
}
