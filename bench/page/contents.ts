import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { compress } from '../../scripts/compress.ts';
import type { Section } from './report.ts';
import type { BenchSite } from './site.ts';

const bindings =
  '<p data-geo-text="{city}">you</p><p data-geo-show="country: FR">A</p><p data-geo-currency="USD 1, EUR 2">$1</p><a data-geo-href="/{country:lower}" href="/">B</a><p class="geo-hide-de">C</p>';

export interface Content {
  /** A source file, or the name of a sum. */
  readonly file: string;
  /** How much lighter `geolet.js` is without it: brotli at its best. */
  readonly bytes: number;
  /** Which share of its characters a page with bindings alone runs, in a first and a second view. */
  readonly runs: number;
}

const path = fileURLToPath(new URL('../../dist/geolet.js', import.meta.url));

/** The bytes of `geolet.js` by source file, and how many of them the simplest page needs. */
export async function measureContents(browser: Browser, site: BenchSite): Promise<Content[]> {
  const script = readFileSync(path, 'utf8');
  const sources = sourceOfEach(script);
  const ran = await ranOfEach(script, browser, site);
  const weigh = (isKept: (index: number) => boolean): number =>
    compress(
      Buffer.from(
        script
          .split('')
          .filter((_, index) => isKept(index))
          .join(''),
      ),
    ).length;
  const all = weigh(() => true);
  const files = [...new Set(sources)]
    .filter((file) => file !== undefined)
    .map((file) => {
      const own = sources.flatMap((source, index) => (source === file ? [ran[index] ?? false] : []));
      return {
        file,
        bytes: all - weigh((index) => sources[index] !== file),
        runs: own.filter(Boolean).length / own.length,
      };
    });
  return [
    { file: 'all', bytes: all, runs: ran.filter(Boolean).length / ran.length },
    { file: 'all that runs', bytes: weigh((index) => ran[index] ?? false), runs: 1 },
    ...files.toSorted((left, right) => right.bytes - left.bytes),
  ];
}

export function contentsSection(contents: readonly Content[]): Section {
  return {
    title: 'What geolet.js is made of',
    head: ['file', 'lighter without it, bytes (brotli 11)', 'runs on a page with bindings alone'],
    rows: contents.map(({ file, bytes, runs }) => [
      file,
      bytes.toLocaleString('en-US'),
      `${(runs * 100).toFixed(0)} %`,
    ]),
    goals: [],
  };
}

/** The source file that each character comes from. */
function sourceOfEach(script: string): (string | undefined)[] {
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload);
  const sourceAt = (line: number, column: number): string | undefined => {
    // Code that the build added has no source, although the type says that it has.
    const { originalSource }: { originalSource?: string } = map.findEntry(line, column);
    return originalSource?.replace(/^.*\/(src|node_modules)\//, '$1/');
  };
  return script
    .split('\n')
    .flatMap((text, line) => `${text}\n`.split('').map((_, column) => sourceAt(line, column)))
    .slice(0, script.length);
}

/** Whether each character runs in a first view or in the one after it. */
async function ranOfEach(script: string, browser: Browser, site: BenchSite): Promise<boolean[]> {
  const page = await browser.newPage({ locale: 'en-US' });
  const url = site.page(`<script async src="/geolet.js"></script>${bindings}`, 'now');
  const ran = Array.from({ length: script.length }, () => false);
  for (const source of ['network', 'cache']) {
    await page.coverage.startJSCoverage();
    await page.goto(url);
    await page.waitForFunction((source) => globalThis.geolet?.visitor?.source === source, source);
    const { functions = [] } =
      (await page.coverage.stopJSCoverage()).find((entry) => entry.url.endsWith('/geolet.js')) ?? {};
    // An inner range of the source map wins over the ranges around it.
    const inView = Array.from({ length: script.length }, () => false);
    const ranges = functions
      .flatMap((one) => one.ranges)
      .toSorted((left, right) => left.startOffset - right.startOffset || right.endOffset - left.endOffset);
    for (const { startOffset, endOffset, count } of ranges) inView.fill(count > 0, startOffset, endOffset);
    for (const [index, has] of inView.entries()) if (has) ran[index] = true;
  }
  await page.close();
  return ran;
}
