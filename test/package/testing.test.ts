import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consumers, run } from './packed.ts';

const shop = join(consumers, 'testing');
const sources = readdirSync(shop)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(shop, name), 'utf8'))
  .join('\n');

describe('geolet/testing', () => {
  it('lets a shop test its page with Playwright', () => {
    const { output } = run(resolve('node_modules/.bin/playwright'), ['test'], shop);
    expect(output).toContain('11 passed');
    expect(output).not.toMatch(/failed|flaky|skipped/);
  });

  describe.each([
    ['node', 6],
    ['happy-dom', 7],
    ['jsdom', 7],
  ] as const)('lets a shop test its code with Vitest in %s', (environment, inModule) => {
    it('with the setup file, and asks nobody', () => {
      const { output } = run('vitest', ['run', '--environment', environment, '--no-color'], shop);
      expect(output).toMatch(new RegExp(`Tests +${12 + inModule} passed \\(${12 + inModule}\\)`));
      expect(output).not.toMatch(/Error|ECONNREFUSED/);
    });

    it('without it', () => {
      const { status, output } = run(
        'vitest',
        ['run', '--config', 'vitest.without-setup.config.ts', '--environment', environment, '--no-color'],
        shop,
      );
      expect(output).toMatch(new RegExp(`Tests +${inModule} passed \\(${inModule}\\)`));
      expect(status).toBe(0);
    });
  });

  it('is typed for both', () => {
    expect(run('tsc', ['-p', '.'], shop)).toEqual({ status: 0, output: '' });
  });

  it('is documented with what runs here', () => {
    const blocks = [...readFileSync('docs/testing.md', 'utf8').matchAll(/```ts\n([^]*?)```/g)].map(
      ([, block = '']) => block,
    );
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks) expect(sources).toContain(block);
  });
});
