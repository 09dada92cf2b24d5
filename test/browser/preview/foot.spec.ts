import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const control = (page: Page) => page.getByRole('region', { name: 'Preview of this page' });
const banner = (style: string) =>
  `<div id="foot" style="inset: auto 0 0; height: 70px; ${style}">Cookies <button>Accept</button></div>`;

/** How far the control ends above the foot of the window. */
async function above(page: Page): Promise<number> {
  const box = await control(page).boundingBox();
  return Math.round((page.viewportSize()?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0));
}

for (const width of [390, 1280])
  test(`the control stands above what is fixed to the foot of the window, and comes down after it, at ${width}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    await page.goto(`${site.page(`<main>Shop</main>`)}?geo-as=FR`);
    await expect(control(page)).toBeVisible();
    expect(await above(page)).toBe(16);
    // Banners come late.
    await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), banner('position: fixed'));
    await expect.poll(() => above(page)).toBe(86);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.evaluate(() => document.querySelector('#foot')?.remove());
    await expect.poll(() => above(page)).toBe(16);
  });

test('the panel leaves what is fixed to the foot in sight', async ({ page, site }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto(`${site.page(`<main><h1>Shop</h1></main>${banner('position: fixed')}`)}?geo-as=FR`);
    await page.getByRole('button', { name: 'Change this page' }).click();
    await page.getByRole('button', { name: 'Choose from a list' }).click();
    await page.getByRole('treeitem', { name: 'Heading 1' }).click();
    await expect.poll(() => above(page)).toBeGreaterThanOrEqual(70);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
  }
});

test('a banner in a component of its own is seen, too @rare', async ({ page, site }) => {
  await page.goto(
    `${site.page('<main>Shop</main><my-banner></my-banner><script>document.querySelector("my-banner").attachShadow({ mode: "open" }).innerHTML = `<div style="position: fixed; inset: auto 0 0; height: 70px">Cookies</div>`</script>')}?geo-as=FR`,
  );
  await expect.poll(() => above(page)).toBe(86);
});

for (const [name, html] of [
  ['a foot that is not fixed', banner('position: absolute')],
  ['a dialog over all of the page', banner('position: fixed; height: 100%')],
  ['a button beside it', '<button style="position: fixed; right: 0; bottom: 0; height: 60px; width: 60px">?</button>'],
] as const)
  test(`${name} does not move the control @rare`, async ({ page, site }) => {
    await page.goto(`${site.page(`<main>Shop</main>${html}`)}?geo-as=FR`);
    await expect(control(page)).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await above(page)).toBe(16);
  });
