import { plantedMistakes, plantedSetups } from '../../support/planted-mistakes.ts';
import { checkMarkup } from '../../../src/doctor/check-markup.ts';
import { eachRow, expect, test } from '../support/test.ts';

const inPage = plantedMistakes.filter(({ inHtml }) => !inHtml);
const places = inPage.map(({ markup }, index) => `<section data-place="${index}">${markup}</section>`).join('');

/** What of the markup the line must name: the value at fault, or else the tag. */
function subjectOf(markup: string): string {
  return /="([^"]+)"/.exec(markup)?.[1]?.split(' ')[0] ?? /<([a-z-]+)/.exec(markup)?.[1] ?? '';
}

test('the control says the fix of each mistake, and leads to it', async ({ page, site, expectLines }) => {
  expectLines(/^(info|warning): \[geolet\]/);
  await page.goto(`${site.page(places)}?geo-as=FR`);
  await expect(page.locator('geo-preview [part=mistakes] summary')).toBeVisible({ timeout: 15_000 });
  await page.locator('geo-preview [part=mistakes] summary').click();
  const items = page.locator('geo-preview [part=mistakes]').getByRole('listitem');
  const said = await items.allInnerTexts();
  const missing = inPage.filter(
    ({ markup, fix, subject = subjectOf(markup) }) =>
      !said.some((text) => text.includes(fix) && text.includes(subject)),
  );
  expect(missing.map(({ markup, fix }) => `${markup} → ${fix}`)).toEqual([]);
  const names = await items
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(names.length).toBeGreaterThanOrEqual(inPage.length);
  expect(new Set(names).size).toBe(names.length);
  // The doctor finds the same in the HTML alone. The control begins with the whole opening tag.
  const sentences = inPage
    .filter(({ inBrowser }) => !inBrowser)
    .flatMap(({ markup }) => checkMarkup(markup, 'https://shop.example/'))
    .flatMap(({ check, text }) => (check === 'markup' ? text : []))
    .map((text) => text.replace(/^Line 1: (?:<.*">: |<[^>]*>:? )?/, '').replace(/\.$/, ''));
  expect(sentences.length).toBeGreaterThanOrEqual(inPage.filter(({ inBrowser }) => !inBrowser).length);
  expect(sentences.filter((sentence) => !said.join('\n').includes(sentence))).toEqual([]);
});

test("the preview's control says the fix of a page that is set up wrongly @rare", async ({ page, expectLines }) => {
  expectLines(/^(info|warning): \[geolet\]/);
  // Of what the doctor finds in a settings block by the same rules, the first stands for all.
  const firstBlock = plantedSetups.find(({ block }) => block);
  const rows = plantedSetups.filter((setup) => !setup.block || setup.inBrowser || setup === firstBlock);
  await eachRow(
    rows.map((setup) => [setup.tag || setup.block || '', setup]),
    page,
    async ([, { tag = '', block = '', markup = '<geo-text template="{city}">A</geo-text>', fix }], site) => {
      const settings = block.startsWith('<')
        ? block
        : `<script type="application/json" data-geo-settings>${block || '{}'}</script>`;
      const script = `<script async src="/geolet.js" ${tag}></script>`;
      await page.goto(`${site.page(`${settings}${markup}`, { tag: script })}?geo-as=FR`);
      // They are folded.
      const items = page.locator('geo-preview [part=mistakes] li p');
      await expect.poll(async () => (await items.allTextContents()).join('\n')).toContain(fix);
    },
  );
});

test('for visitors each mistake is one geo-error and one line', async ({ page, site, lines, expectLines }) => {
  expectLines(/^warning: \[geolet\] [a-z-]+: /);
  await page.addInitScript(() => {
    const told: string[] = [];
    Reflect.set(globalThis, Symbol.for('told'), told);
    document.addEventListener('geo-error', ({ code, detail }) => told.push(`${code}: ${detail}`));
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(site.page(places));
  await page.waitForFunction(() => globalThis.geolet?.visitor !== undefined);
  await page.waitForLoadState('networkidle');
  const told = await page.evaluate(() => Reflect.get(globalThis, Symbol.for('told')) as string[]);

  expect(told.length).toBeGreaterThan(30);
  expect(new Set(told).size, 'each once').toBe(told.length);
  const hint = /\. How to fix it: await geolet\.explain\('[a-z-]+'\)$/;
  expect(lines.map((line) => line.replace('warning: [geolet] ', '').replace(hint, ''))).toEqual(told);
  // A field that the proxy keeps back is no mistake of one element.
  for (const line of told.filter((other) => !other.startsWith('kept-back'))) expect(line).toMatch(/^[a-z-]+: <[a-z]/);
  expect(asked.filter((path) => /geolet-(explain|preview)/.test(path))).toEqual([]);
});

for (const width of [320, 390, 1280])
  test(`what is to check has a line of its own, and its ring is whole at ${width}${width === 390 ? '' : ' @rare'}`, async ({
    page,
    site,
    expectLines,
  }) => {
    expectLines(/^(info|warning): \[geolet\]/);
    await page.setViewportSize({ width, height: 780 });
    await page.goto(`${site.page(places)}?geo-as=FR`);
    const list = page.locator('geo-preview [part=mistakes]');
    const summary = list.locator('summary');
    await expect(summary).toBeVisible({ timeout: 15_000 });
    const leave = page.getByRole('button', { name: 'Leave' });
    const change = page.getByRole('button', { name: 'Change this page' });
    const [line, ...others] = await Promise.all([list, leave, change].map((one) => one.boundingBox()));
    for (const other of others) expect(line?.y ?? 0).toBeGreaterThan((other?.y ?? 0) + (other?.height ?? 0));
    // Both stand together, wherever they are.
    if (width === 1280) expect(others[0]?.y).toBe(others[1]?.y);
    await summary.focus();
    await summary.press('Enter');
    await page.keyboard.press('Tab');
    const show = list.getByRole('button').first();
    await expect(show).toBeFocused();
    const ring = await show.evaluate((element) => {
      const { outlineWidth, outlineOffset } = getComputedStyle(element);
      const wide = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      const [own, around] = [element, element.closest('ul')].map((one) => one?.getBoundingClientRect());
      return (around?.right ?? 0) - (own?.right ?? 0) - wide;
    });
    expect(ring).toBeGreaterThanOrEqual(0);
  });
