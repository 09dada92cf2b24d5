import { demoVisitors } from '../../../demo/visitors.ts';
import { violations } from '../support/accessibility.ts';
import { expect, visibleText } from '../support/test.ts';
import { layoutFaults, outOfSight } from './layout-faults.ts';
import { test } from './machine-fonts.ts';
import { visitAs } from './support.ts';

const widths = [320, 390, 640, 1024, 1440];

/** Fonts of the machine, and whether those that the demo brings arrive. */
const fonts = [
  ['its own fonts', 'dejavu', true],
  ['DejaVu alone', 'dejavu', false],
  ['a wider font alone', 'wide', false],
  ['a narrower font alone', 'narrow', false],
] as const;

for (const [name, machine, arrive] of fonts) {
  test(`nothing is cut off or over other text: with ${name} @release`, async ({ browserWith, demo }) => {
    test.setTimeout(180_000);
    const page = await (await browserWith(machine)).newPage({ locale: 'en-US', timezoneId: 'UTC' });
    if (!arrive) await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(demo.url);
    await expect(page.locator('#visit-status')).toHaveText(/Seen from/);
    for (const { id, label } of demoVisitors) {
      await visitAs(page, id, new RegExp(label.normalize('NFD').replace(/\p{M}/gu, '.{0,2}').slice(0, 3)));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await layoutFaults(page), `${id} at ${width} px`).toEqual([]);
      }
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await layoutFaults(page), `${id} from right to left`).toEqual([]);
      await page.evaluate(() => (document.documentElement.dir = 'ltr'));
    }
  });

  test(`what has the focus is in sight: with ${name} @release`, async ({ browserWith, demo }) => {
    test.setTimeout(60_000);
    const page = await (
      await browserWith(machine)
    ).newPage({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' });
    if (!arrive) await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(demo.url);
    await visitAs(page, 'lyon', /Lyon/);
    for (const asks of [false, true]) {
      if (asks) await page.locator('#switch-why').press('Enter');
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        expect(await outOfSight(page), `${width} px`).toEqual([]);
      }
    }
  });

  test(`documents can be read whole: with ${name} @release`, async ({ browserWith, demo }) => {
    test.setTimeout(120_000);
    const page = await (await browserWith(machine)).newPage();
    if (!arrive) await page.route('**/*.woff2', (route) => route.abort());
    for (const path of [
      '/readme.html',
      '/docs/markup.html',
      '/docs/proxy-recipes.html',
      '/docs/architecture/index.html',
      '/notice.html',
      '/without-scripts.html',
    ]) {
      await page.goto(demo.url + path);
      const shown = page.frames().at(-1) ?? page.mainFrame();
      await shown
        .locator('details')
        .evaluateAll((closed) => closed.forEach((details) => details.toggleAttribute('open', true)));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await layoutFaults(shown), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
}

test('on a phone five cities are in sight, and rows are of one height @rare', async ({ page, demo }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto(demo.url);
  for (const name of ['Lyon', 'Osaka', 'New York', 'São Paulo', 'Nairobi'])
    await expect(page.locator('.chip', { hasText: name })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('#more summary')).toBeInViewport({ ratio: 1 });
  const heights = await page
    .locator('#record tbody tr')
    .evaluateAll((rows) => [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))]);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(2);
});

test('with scripts off every card has its markup beside it @rare', async ({ page, demo, expectLines }) => {
  expectLines(/sandboxed/);
  await page.goto(demo.url);
  const written = await page.locator('[data-markup], [data-style-sheet], [data-function]').allTextContents();
  expect(written.filter((text) => text.trim() === '')).toEqual([]);
  await page.goto(`${demo.url}/without-scripts.html`);
  const shown = page.frameLocator('iframe');
  expect(await shown.locator('[data-markup], [data-style-sheet], [data-function]').allTextContents()).toEqual(written);
  await expect(shown.locator('.visit-note')).toBeVisible();
  for (const part of ['#visit-choices', '#switches', '#builder', '#actions', '.panels', '.hint', '#why'])
    await expect(shown.locator(part), part).toBeHidden();
  await shown.locator('.visit-note a').click();
  await expect(page.locator('#visit-status')).toHaveText(/Seen from/);
  await expect(page.locator('.visit-note')).toHaveCount(0);
  await expect(page.locator('#builder')).toBeVisible();
});

test('from right to left code and the columns of the record read as written @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'cairo', /Cairo/);
  await page.locator('[data-switch=right-to-left]').click();
  const brackets = await page
    .locator('#actions button')
    .first()
    .evaluate((button) => {
      const text = button.querySelector('code')?.firstChild;
      const range = document.createRange();
      if (!text) return undefined;
      return [0, text.textContent?.length ?? 0].map((end) => {
        range.setStart(text, Math.max(0, end - 1));
        range.setEnd(text, Math.max(1, end));
        return range.getBoundingClientRect().left;
      });
    });
  expect(brackets?.[0]).toBeLessThan(brackets?.[1] ?? 0);
  const rights = await page.locator('#inspector table').evaluate((table) =>
    [...table.querySelectorAll('thead tr, tbody tr:first-child')].map((row) =>
      [...row.children].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return Math.round(range.getBoundingClientRect().right);
      }),
    ),
  );
  expect(rights[1]).toEqual(rights[0]);
  expect(await visibleText(page.locator('#card-text geo-text'))).toBe('Good walking in Cairo.');
});

test('the keyboard reaches every part and leaves it again, in sight and with a ring @rare', async ({ page, demo }) => {
  test.setTimeout(90_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(demo.url);
  await visitAs(page, 'lyon', /Lyon/);
  await page.locator('#switch-why').press('Enter');
  await page.locator('.skip').focus();
  const reached = new Set<string>();
  for (let stop = 0; stop < 200; stop++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      if (!focused || focused === document.body) return undefined;
      const shown = focused.matches('.chip input') ? (focused.nextElementSibling ?? focused) : focused;
      const { left, right, top, bottom, width, height } = shown.getBoundingClientRect();
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      const root = focused.getRootNode();
      const host = root instanceof ShadowRoot ? root.host : focused;
      // Of something taller than the window a part will do.
      const isSeen = [0.02, 0.25, 0.5, 0.75, 0.98].some((part) => {
        const above = document.elementFromPoint(
          Math.min(Math.max((left + right) / 2, 1), innerWidth - 1),
          top + height * part,
        );
        return !!above && (host.contains(above) || above.contains(host) || !!above.parentElement?.contains(shown));
      });
      const name =
        `${focused.localName} ${focused.id} ${focused.getAttribute('aria-label') ?? focused.closest('label')?.textContent ?? focused.textContent ?? ''}`
          .replace(/\s+/g, ' ')
          .slice(0, 60);
      return {
        name,
        hasBox: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
        isSeen,
        hasRing: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0,
      };
    });
    if (!at) break;
    expect(at).toEqual({ name: at.name, hasBox: true, isSeen: true, hasRing: true });
    reached.add(at.name);
  }
  // Then the focus has left the page: there is no trap.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  for (const part of [
    'a Geolet',
    'button switch-why Why?',
    'input Lyon',
    'select Ship to',
    'button Copy Markup: your own',
    'button geolet.inspect()',
    'button why-close Close',
    'a This page without scripts',
  ]) {
    expect(
      [...reached].map((name) => name.replace(/ +/g, ' ')),
      part,
    ).toContain(part);
  }
});

test('printed together with its grounds, the page can be read @rare', async ({ browser, demo }) => {
  // Its policy refuses the script of axe.
  const page = await browser.newPage({ bypassCSP: true, reducedMotion: 'reduce' });
  await page.goto(demo.url);
  await visitAs(page, 'lyon', /Lyon/);
  await page.emulateMedia({ media: 'print' });
  expect(await violations(page)).toEqual([]);
});

test('on a narrow phone nothing of the form stands over its edge @rare', async ({ page, demo }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(demo.url);
  await expect(page.locator('.builder-add')).toBeVisible();
  const { end, parts } = await page.locator('.builder form').evaluate((form) => ({
    end: form.getBoundingClientRect().right - parseFloat(getComputedStyle(form).paddingRight),
    parts: [...form.querySelectorAll('select, button, input')].map((part) => part.getBoundingClientRect().right),
  }));
  expect(Math.max(...parts)).toBeLessThanOrEqual(end + 1);
});
