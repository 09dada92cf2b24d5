import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runInit } from '../../../src/command-line/init.ts';

const hosts = readdirSync('examples');

describe('the pages of geolet init', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'geolet-init-'));
    vi.spyOn(console, 'log').mockReturnValue();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    vi.restoreAllMocks();
  });

  async function pagesOf(host: string, ...options: string[]): Promise<string> {
    const into = join(folder, [host, ...options].join(''));
    await runInit([host, into, ...options]);
    const names = readdirSync(into, { recursive: true, encoding: 'utf8' });
    const pages = names.filter((name) => /\.(html|astro)$/.test(name));
    return pages.map((name) => readFileSync(join(into, name), 'utf8')).join('');
  }

  it.each(hosts)('have elements, and geolet.js: %s', async (host) => {
    const text = await pagesOf(host);
    expect(text).toMatch(/<script [^>]*src="[^"]*\/geolet\.js"/);
    expect(text).toContain('<geo-text ');
  });

  it.each(hosts)('have bindings alone, and geolet-bindings.js, with --bindings: %s', async (host) => {
    const text = await pagesOf(host, '--bindings');
    expect(text).toMatch(/<script [^>]*src="[^"]*\/geolet-bindings\.js"/);
    expect(text).not.toMatch(/<geo-|\/geolet\.js/);
    expect(text).toContain('<span data-geo-text="{city|your city}">your city</span>');
    expect(text).toContain('<span data-geo-currency="USD 149, EUR 139, JPY 21900">$149</span>');
  });
});
