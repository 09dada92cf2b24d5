import type { BrowserContext, Page } from '@playwright/test';
import type { Site } from '../../support/site.ts';
import { expect, expectText, requestsFor, test } from './told.ts';
import { signalPrivacy } from './privacy-signal.ts';

const content = '<h1 data-geo-text="{city}">you</h1>';
const key = 'geolet-optout';

/** For the head: what `geolet.optOut` is when the first script can ask, and then each event with what it is by then. */
const listen = `<script>
  heard = [];
  document.addEventListener('geo-optout', (event) => heard.push([event.optOut, geolet.optOut, event.bubbles && event.composed]));
  geoletQueue = [(geolet) => (first = geolet.optOut)];
</script>`;

const pageWith = (site: Site, head = listen, options = {}) => site.page(content, { head, ...options });
const first = (page: Page) => page.evaluate('first');
const heard = (page: Page) => page.evaluate('heard');
const optOut = (page: Page) => page.evaluate(() => geolet?.optOut);
const store = (page: Page, value: string | null) =>
  page.evaluate(
    ({ name, given }) => (given === null ? localStorage.removeItem(name) : localStorage.setItem(name, given)),
    { name: key, given: value },
  );

async function openTwo(context: BrowserContext, url: string): Promise<[Page, Page]> {
  const pages: [Page, Page] = [await context.newPage(), await context.newPage()];
  for (const page of pages) {
    await page.goto(url);
    await expectText(page, 'Lyon');
  }
  return pages;
}

test('a visitor who has refused nothing has not opted out, and no event says otherwise', async ({ page, site }) => {
  await page.goto(pageWith(site));
  await expectText(page, 'Lyon');
  expect([await first(page), await optOut(page), await heard(page)]).toEqual([false, false, []]);
});

test('a refusal of an earlier page is known to the first callback, without an event', async ({ page, site }) => {
  await page.goto(pageWith(site));
  await store(page, '1');
  await page.reload();
  await expectText(page, 'Lyon');
  expect([await first(page), await optOut(page), await heard(page)]).toEqual([true, true, []]);
});

test('with Global Privacy Control it is the signal, whatever is stored', async ({ page, site }) => {
  await signalPrivacy(page);
  await page.goto(pageWith(site));
  await page.waitForFunction(() => geolet?.visitor);
  expect([await first(page), await optOut(page), await heard(page)]).toEqual(['signal', 'signal', []]);
  await store(page, '1');
  await page.reload();
  await page.waitForFunction(() => geolet?.visitor);
  expect([await first(page), await optOut(page), await heard(page)]).toEqual(['signal', 'signal', []]);
});

test('a callback that withdraws consent for a refusal comes before every request', async ({ page, site }) => {
  const head = `${listen}<script>geoletQueue.push((geolet) => geolet.optOut && geolet.consent(false))</script>`;
  await page.goto(pageWith(site, head));
  await expectText(page, 'Lyon');
  expect(requestsFor('/geo', site)).toBe(1);
  await store(page, '1');
  await page.reload();
  await page.waitForFunction(() => geolet?.visitor?.source === 'none');
  await page.waitForLoadState('networkidle');
  expect(requestsFor('/geo', site)).toBe(1);
  await expectText(page, 'you');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([key]);
});

test('withdrawn consent, a reset and the end leave the refusal', async ({ page, site }) => {
  await page.goto(pageWith(site));
  await expectText(page, 'Lyon');
  await store(page, '1');
  await page.evaluate(() => geolet?.override('JP'));
  await page.evaluate(() => geolet?.reset());
  expect(await page.evaluate(() => Object.keys(localStorage).length)).toBeGreaterThan(1);
  await page.evaluate(() => geolet?.consent(false));
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([key]);
  await page.evaluate(() => geolet?.destroy());
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([key]);
  expect(await optOut(page)).toBe(true);
});

for (const [name, tag] of [
  ['before consent', '<script async src="/geolet.js" data-consent="required"></script>'],
  ['with storage off', '<script async src="/geolet.js" data-storage="off"></script>'],
] as const) {
  test(`a stored refusal counts ${name}`, async ({ page, site }) => {
    await page.goto(pageWith(site, listen, { tag }));
    await page.waitForFunction(() => geolet?.visitor);
    await store(page, '1');
    await page.reload();
    await page.waitForFunction(() => geolet?.visitor);
    expect([await first(page), await optOut(page)]).toEqual([true, true]);
  });
}

test('a refusal in one tab is an event in the other, and so is taking it back', async ({ context, site }) => {
  const [background, front] = await openTwo(context, pageWith(site));
  await background.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  await store(front, '1');
  await expect.poll(() => heard(background)).toEqual([[true, true, true]]);
  // Anything else that is stored says nothing about it.
  await front.evaluate(() => localStorage.setItem('theirs', '1'));
  await front.evaluate(() => geolet?.override('JP'));
  await expectText(background, 'Lyon');
  await store(front, null);
  await expect
    .poll(() => heard(background))
    .toEqual([
      [true, true, true],
      [false, false, true],
    ]);
});

test('after the end there are no more events', async ({ context, site }) => {
  const [ended, other] = await openTwo(context, pageWith(site));
  await ended.evaluate(() => {
    geolet?.destroy();
    addEventListener('storage', () => Reflect.set(globalThis, Symbol.for('stored'), true));
  });
  await store(other, '1');
  await ended.waitForFunction(() => Reflect.get(globalThis, Symbol.for('stored')) as unknown);
  expect([await heard(ended), await optOut(ended)]).toEqual([[], true]);
});

test('where the browser refuses storage nobody has opted out, in silence', async ({ page, site }) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    }),
  );
  await page.goto(pageWith(site));
  await expectText(page, 'Lyon');
  expect([await first(page), await optOut(page), await heard(page)]).toEqual([false, false, []]);
});
