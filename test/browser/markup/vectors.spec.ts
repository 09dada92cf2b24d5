import type { Page } from '@playwright/test';
import { visibleText } from '../../engines/visible-text.ts';
import {
  casesFor,
  type Engine,
  expectedAttributes,
  expectedText,
  type MarkupCase,
  sections,
  settingsBlock,
  visitors,
  withoutBlanks,
} from '../../support/markup-cases.ts';
import type { Site } from '../../support/site.ts';
import { answer, nextFrame } from '../elements/support.ts';
import { expect, settled, test } from '../support/test.ts';

const tag = '<script src="/geolet.js" data-endpoint="/geo"></script>';
const head = `<style>.geo-hidden{display:none}</style>${settingsBlock}${tag}`;
const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** The vectors have mistakes in them. For most visitors, some of them are reported on the console. */
test.beforeEach(({ expectLines }) => expectLines(/.*/));

async function prepare(page: Page, site: Site, record: object | null): Promise<void> {
  if (record) answer(site, record);
  else site.geo = (_request, response) => response.destroy();
  await page.route('**/pictures/*', (route) => route.fulfill({ body: gif, contentType: 'image/gif' }));
}

/** What each row shows, what stands in the attributes that it names, and whether it has a box. */
async function read(page: Page, rows: readonly MarkupCase[]): Promise<object> {
  const found: Record<string, unknown> = {};
  const attributeNames = rows.map(({ attributes = {} }) => [...new Set(Object.values(attributes).flatMap(Object.keys))]);
  for (const [index, row] of rows.entries()) {
    const text = await page.evaluate(visibleText, `section:nth-of-type(${index + 1})`);
    const element = await page.evaluate(
      ([at, names]) => {
        const first = document.querySelectorAll('section')[at]?.firstElementChild;
        const valueOf = (name: string) => {
          const isField = name === 'value' && first?.matches('input,textarea,select');
          return (isField ? (first as HTMLInputElement).value : first?.getAttribute(name)) ?? null;
        };
        return {
          attributes: Object.fromEntries(names.map((name) => [name, valueOf(name)])),
          hasBox: !!first?.getClientRects().length,
        };
      },
      [index, attributeNames[index] ?? []] as const,
    );
    found[row.name] = {
      text: row.skip?.text ? '' : withoutBlanks(text),
      attributes: element.attributes,
      ...(row.hasBox && { hasBox: element.hasBox }),
    };
  }
  return found;
}

function expected(engine: Engine, visitor: string, rows: readonly MarkupCase[], site: Site): object {
  return Object.fromEntries(
    rows.map((row) => [
      row.name,
      {
        text: expectedText(engine, visitor, row),
        attributes: expectedAttributes(visitor, row, `${site.url}/`),
        ...(row.hasBox && { hasBox: row.hasBox[visitor] ?? true }),
      },
    ]),
  );
}

for (const [visitor, record] of Object.entries(visitors)) {
  test(`elements and bindings show the vectors to ${visitor}`, async ({ page, site }) => {
    await prepare(page, site, record);
    const rows = casesFor('widget', visitor);
    await page.goto(site.page(sections(rows), { head, tag: '' }));
    await settled(page);
    await expect.poll(() => read(page, rows)).toEqual(expected('widget', visitor, rows, site));
  });

  if (visitor === 'nobody') continue;

  test(`the first frame of a repeat visit shows the vectors to ${visitor}`, async ({ page, site }) => {
    await prepare(page, site, record);
    await page.goto(site.page('<p>First</p>', { head, tag: '', path: '/first' }));
    await settled(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/geolet-elements.*', async (route) => {
      await released;
      await route.continue();
    });
    const rows = casesFor('first frame', visitor);
    await page.goto(site.page(sections(rows), { head, tag: '', path: '/again' }));
    await page.waitForFunction(() => globalThis.geolet?.visitor !== undefined);
    await nextFrame(page);
    expect(await page.evaluate(() => !!customElements.get('geo-if'))).toBe(false);
    expect(await read(page, rows)).toEqual(expected('first frame', visitor, rows, site));
    release();
    await settled(page);
    expect(await read(page, rows), 'once the elements have come').toEqual(
      expected('first frame', visitor, rows, site),
    );
  });
}
