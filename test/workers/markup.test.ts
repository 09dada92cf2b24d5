import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { visibleText } from '../engines/visible-text.ts';
import { changedSections, isTakenOver } from '../random-pages/in-page.ts';
import { type Pages, startPages } from '../random-pages/pages.ts';
import {
  casesFor,
  comparable,
  expectedOf,
  type MarkupCase,
  namesIn,
  readElements,
  sections,
  sendingTheSignal,
  settingsBlock,
  visitors,
} from '../support/markup-cases.ts';
import { shareEdge } from './edge.ts';

const edge = shareEdge();
let pages: Pages;

beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

/** What each row shows. */
async function read(page: Page, rows: readonly MarkupCase[]): Promise<object> {
  const text = await page.evaluate(visibleText, 'body');
  return comparable(rows, { text, elements: await page.evaluate(readElements, namesIn(rows)) });
}

function documentOf(rows: readonly MarkupCase[], tag = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><style>.geo-hidden{display:none}</style>${settingsBlock}${tag}</head><body>${sections(rows)}</body></html>`;
}

async function write(html: string, visitor: string): Promise<string> {
  const headers = { ...(sendingTheSignal.includes(visitor) && { 'sec-gpc': '1' }) };
  const page = { html, record: visitors[visitor] ?? null };
  return (await edge.render(page, { site: pages.url.slice(0, -1), headers })).text();
}

function open(html: string, visitor: string, hasScripts: boolean): Promise<Page> {
  return pages.open(html, { language: 'en-US', hasScripts, signal: sendingTheSignal.includes(visitor) });
}

it.each(Object.keys(visitors))(
  'the edge writes the vectors of markup for %s',
  async (visitor) => {
    const rows = casesFor('edge', visitor);
    const page = await open(await write(documentOf(rows), visitor), visitor, false);
    expect(await read(page, rows)).toEqual(expectedOf('edge', visitor, rows, pages.url));
    await page.context().close();
  },
  120_000,
);

it.each(Object.keys(visitors).filter((visitor) => visitor !== 'nobody'))(
  'the widget takes the vectors over as the edge wrote them for %s, and puts them back',
  async (visitor) => {
    const rows = casesFor('widget', visitor);
    const html = documentOf(rows, '<script src="/geolet.js" data-endpoint="/geo"></script>');
    const page = await open(await write(html, visitor), visitor, true);
    await page.waitForFunction(isTakenOver);
    await expect.poll(() => read(page, rows)).toEqual(expectedOf('widget', visitor, rows, pages.url));
    await page.evaluate(() => globalThis.geolet?.destroy());
    const changed = await page.evaluate(changedSections, html);
    const names = rows.map(({ name }) => name);
    expect(changed.flatMap((markup, index) => (markup === undefined ? [] : [[names[index], markup]]))).toEqual([]);
    await page.context().close();
  },
  120_000,
);
