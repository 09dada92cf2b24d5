import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const install = readFileSync('docs/install.md', 'utf8');
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe.each([
  ['first-frame', 'geolet-snippet.js', 400],
  ['ask', 'geolet-ask.js', 400],
])('the snippet %s', (name, file, limit) => {
  const text = readFileSync(`dist/${file}`, 'utf8');

  it(`has at most ${limit} bytes of brotli`, () => {
    expect(brotliCompressSync(text).length).toBeLessThanOrEqual(limit);
  });

  it('stands in the documentation as it is built, with its hash', () => {
    expect(install).toContain(`<script>${text}</script>`);
    expect(install).toContain(`script-src 'self' ${sourceOf(text)}`);
  });

  it('is printed by the command line, with its hash', () => {
    expect(print(name)).toEqual({ markup: `<script>${text}</script>\n`, source: `script-src ${sourceOf(text)}\n` });
  });
});

describe('geolet.js inlined', () => {
  it('ends its script element where it ends, and has the hash that is told', () => {
    const { markup, source } = print('inline');
    const [, text = '', rest] = /^<script data-endpoint="\/geo">(.*?)<\/script>(.*)$/s.exec(markup) ?? [];
    expect(rest).toBe('\n');
    expect(text).not.toMatch(/<!--|<script|sourceMappingURL/);
    expect(source).toBe(`script-src ${sourceOf(text)}\n`);
  });
});

it('names what there is when another snippet is asked for', () => {
  expect(print('other')).toMatchObject({ markup: '', source: expect.stringContaining('first-frame') as string });
});

function print(name: string): { markup: string; source: string } {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'src/command-line/main.ts', 'snippet', name], { encoding: 'utf8' });
  return { markup: stdout, source: stderr };
}
