import type { Page } from '@playwright/test';
import { visibleText } from '../../engines/visible-text.ts';
import {
  casesFor,
  comparable,
  expectedOf,
  expectedText,
  type MarkupCase,
  namesIn,
  readElements,
  sections,
  sendingTheSignal,
  settingsBlock,
  visitors,
  withoutBlanks,
} from '../../support/markup-cases.ts';
import type { Site } from '../../support/site.ts';
import { signalPrivacy } from '../visitor/privacy-signal.ts';
import { answer, nextFrame } from '../elements/support.ts';
import { wrongValues } from '../../random-pages/in-page.ts';
import { expect, settled, test } from '../support/test.ts';

const tag = '<script src="/geolet.js" data-endpoint="/geo"></script>';
const head = `<style>.geo-hidden{display:none}</style>${settingsBlock}${tag}`;
const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** The vectors have mistakes in them. For most visitors, some of them are reported on the console. */
test.beforeEach(({ expectLines }) => expectLines(/.*/));

async function prepare(page: Page, site: Site, visitor: string): Promise<void> {
  const record = visitors[visitor];
  if (sendingTheSignal.includes(visitor)) await signalPrivacy(page);
  if (record) answer(site, record);
  else site.geo = (_request, response) => response.destroy();
  await page.route('**/pictures/*', (route) => route.fulfill({ body: gif, contentType: 'image/gif' }));
}

async function read(page: Page, rows: readonly MarkupCase[]): Promise<object> {
  const text = await page.evaluate(visibleText, 'body');
  return comparable(rows, { text, elements: await page.evaluate(readElements, namesIn(rows)) });
}

/** What `geolet.explain()` says of the first element of each section. */
function explainAll(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('section')].map(async (section) =>
        globalThis.geolet?.explain(section.firstElementChild ?? undefined),
      ),
    ),
  );
}

/** Somebody who is known, and nobody. */
const ringOf = (visitor: string) => (visitor === 'lyon' || visitor === 'nobody' ? '' : ' @rare');

for (const visitor of Object.keys(visitors)) {
  test(`elements and bindings show the vectors to ${visitor}${ringOf(visitor)}`, async ({ page, site }) => {
    await prepare(page, site, visitor);
    const rows = casesFor('widget', visitor);
    await page.goto(site.page(sections(rows), { head, tag: '' }));
    await settled(page);
    await expect.poll(() => read(page, rows)).toEqual(expectedOf('widget', visitor, rows, `${site.url}/`));
  });

  test(`explain says what the vectors show to ${visitor} @rare`, async ({ page, site }) => {
    await prepare(page, site, visitor);
    const rows = casesFor('explain', visitor);
    await page.goto(site.page(sections(rows), { head, tag: '' }));
    await settled(page);
    await expect
      .poll(() => explainAll(page), { message: 'once the conditions of the page are answered' })
      .toHaveLength(rows.length);
    // Some of them come with files that are still fetched.
    await expect.poll(async () => (await page.evaluate(wrongValues)).flat()).toEqual([]);
    const words = await explainAll(page);
    for (const [index, row] of rows.entries()) {
      const said = words[index] ?? '';
      expect(said, row.name).toContain(row.explains?.[visitor] ?? '');
      const text = expectedText('explain', visitor, row);
      const written = expectedText('explain', 'written', row);
      // Each sentence about what shows is true.
      if (/^<[^\n]*> (shows nothing|is hidden)\b/.test(said)) expect([row.name, text]).toEqual([row.name, '']);
      const [, shown] = /^<geo-(?:text|currency)[^\n]*> shows "(.*?)" instead of/.exec(said) ?? [];
      if (shown !== undefined)
        expect([row.name, text]).toEqual([row.name, expect.stringContaining(withoutBlanks(shown))]);
      if (/^<geo-(text|currency)/.test(row.html) && text !== written)
        expect([row.name, shown]).not.toContain(undefined);
      if (/^<\w+ data-geo-(text|currency)/.test(row.html) && text && text !== written)
        expect(withoutBlanks(said), row.name).toContain(`haswritten"${text}"`);
    }
  });

  if (visitor === 'nobody') continue;

  test(`the first frame of the next visit shows them to ${visitor}${ringOf(visitor)}`, async ({ page, site }) => {
    await prepare(page, site, visitor);
    const rows = casesFor('first frame', visitor);
    // What a lazy file answered here, later pages keep.
    await page.goto(site.page(sections(rows), { head, tag: '', path: '/first' }));
    await settled(page);
    await expect.poll(() => read(page, rows)).toEqual(expectedOf('widget', visitor, rows, `${site.url}/`));
    await page.goto(site.page(sections(rows), { head, tag: '', path: '/again' }));
    await page.waitForFunction(() => globalThis.geolet?.visitor !== undefined);
    await nextFrame(page);
    expect(await read(page, rows)).toEqual(expectedOf('first frame', visitor, rows, `${site.url}/`));
    await settled(page);
    expect(await read(page, rows), 'and after it').toEqual(expectedOf('first frame', visitor, rows, `${site.url}/`));
  });
}
