import type { Locator, Page } from '@playwright/test';
import { openPanel, panel } from '../picker/support.ts';
import { eachRow, expect, open, test } from '../support/test.ts';

const suggestion = (placement: string) =>
  `<geo-suggest country="FR" href="/fr/" placement="${placement}" label="Oui" hidden>Notre site</geo-suggest>`;
const box = (page: Page) => page.locator('geo-suggest [part=box]');
const close = (page: Page) => page.getByRole('button', { name: 'Close' });
const place = async (part: Locator) => {
  await part.evaluate((box) => Promise.all(box.getAnimations().map(({ finished }) => finished)));
  return part.evaluate((box) => JSON.stringify(box.getBoundingClientRect()));
};
const isRaised = (page: Page) => box(page).evaluate((box) => box.matches(':popover-open'));

test('it stands where it would in the body, also in a box that moves or cuts @rare', async ({ page }) => {
  await eachRow(
    ['bottom', 'top', 'popup'].flatMap((placement) =>
      ['ltr', 'rtl'].map((dir) => [`${placement}, ${dir}`, { placement, dir }] as const),
    ),
    page,
    async ([, { placement, dir }], site) => {
      const head = `<style>html { direction: ${dir} }
        .moved { transform: translate(100px, 50px) rotate(9deg); overflow: hidden; inline-size: 200px; block-size: 90px; position: relative; z-index: 1; opacity: .5 }
        .above { position: fixed; inset: 0; z-index: 2147483647; background: #fff }</style>`;
      await open(page, site.page(suggestion(placement), { head }));
      const expected = await place(box(page));
      await open(
        page,
        site.page(`<div class="moved">${suggestion(placement)}</div><div class="above">Above</div>`, { head }),
      );
      expect(await place(box(page))).toBe(expected);
      await close(page).click();
      await expect(box(page)).toHaveCount(0);
    },
  );
});

test('a browser without popovers shows it where it stands, and Escape closes it @rare', async ({ page, site }) => {
  await page.addInitScript(() => {
    for (const name of ['popover', 'togglePopover', 'showPopover', 'hidePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, site.page(suggestion('bottom')));
  await expect(box(page)).toBeVisible();
  const { y = 0, height = 0 } = (await box(page).boundingBox()) ?? {};
  expect(y + height).toBeCloseTo(720, 0);
  await expect(box(page)).not.toHaveAttribute('popover');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);
});

test('it takes no focus, is reached in its place, and Escape in it closes it @rare', async ({ page, site }) => {
  await open(page, site.page(`<button>First</button>${suggestion('popup')}<button>Last</button>`));
  await expect(box(page)).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
  const order: string[] = [];
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab');
    order.push(
      await page.evaluate(() => {
        const focused = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
        return focused?.ariaLabel ?? focused?.textContent ?? '';
      }),
    );
  }
  expect(order).toEqual(['First', 'Oui', 'Close', 'Last']);
  await page.getByRole('button', { name: 'First' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'First' })).toBeFocused();
});

const dialog =
  '<dialog style="inset: auto 0 0; max-inline-size: none; inline-size: 100%"><form method="dialog"><button>Done</button></form></dialog>';

test('it does not cover a modal dialog, and comes to the front once that is closed', async ({ page, site }) => {
  const html = `${dialog}<script>document.querySelector('dialog').showModal()</script>${suggestion('bottom')}`;
  await open(page, site.page(html));
  await expect(box(page)).toHaveCount(1);
  expect(await isRaised(page)).toBe(false);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => isRaised(page)).toBe(true);
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(box(page)).toBeVisible();
});

test('it comes to the front at the next click after a modal dialog is gone @rare', async ({ page, site }) => {
  const html = `${dialog}<script>document.querySelector('dialog').showModal()</script>${suggestion('bottom')}<p>Text</p>`;
  await open(page, site.page(html));
  await expect(box(page)).toHaveCount(1);
  await page.mouse.click(5, 5);
  expect(await isRaised(page)).toBe(false);
  await page.evaluate(() => document.querySelector('dialog')?.remove());
  await page.mouse.click(5, 5);
  await expect.poll(() => isRaised(page)).toBe(true);
});

test('one that comes while something fills the screen comes to the front after that @rare', async ({ page, site }) => {
  await open(page, site.page('<video id="film" controls></video><button>Fill</button><p id="place"></p>'));
  await page.evaluate(() =>
    document
      .querySelector('button')
      ?.addEventListener('click', () => void document.querySelector('#film')?.requestFullscreen()),
  );
  await page.getByRole('button', { name: 'Fill' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.id)).toBe('film');
  await page.locator('#place').evaluate((place, html) => (place.innerHTML = html), suggestion('bottom'));
  await expect(box(page)).toHaveCount(1);
  await page.evaluate(() => document.exitFullscreen());
  await expect.poll(() => isRaised(page)).toBe(true);
});

test('it covers no modal dialog in a shadow tree, and shows in one of its own @rare', async ({ page, site }) => {
  const inShadow = `<div id="host"></div><script>{
    const root = document.querySelector('#host').attachShadow({ mode: 'closed' });
    root.innerHTML = ${JSON.stringify(dialog)};
    const dialog = root.querySelector('dialog');
    dialog.addEventListener('close', () => document.title = 'Closed');
    dialog.showModal();
  }</script>`;
  await open(page, site.page(inShadow + suggestion('bottom')));
  await expect(box(page)).toHaveCount(1);
  expect(await isRaised(page)).toBe(false);
  // Its button has the focus. Playwright does not see into closed shadow trees.
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Closed');
  await close(page).click();
  await expect(box(page)).toHaveCount(0);
  const html = `${dialog.replace('</form>', `</form>${suggestion('popup').replace('/fr/', '/fr/2')}`)}<script>document.querySelector('dialog').showModal()</script>`;
  await open(page, site.page(html));
  await expect(box(page)).toHaveCount(1);
  expect(await isRaised(page)).toBe(true);
  await close(page).click();
  await expect(box(page)).toHaveCount(0);
});

test('a page that gives it a place in the page keeps it there @rare', async ({ page, site }) => {
  const head = '<style>geo-suggest::part(box) { position: sticky; inset-block: 0 auto }</style>';
  await open(page, site.page(`<p>Before</p>${suggestion('bottom')}<p id="after">After</p>`, { head }));
  await expect(box(page)).toBeVisible();
  expect(await isRaised(page)).toBe(false);
  const { y = 0, height = 0 } = (await box(page).boundingBox()) ?? {};
  const after = await page.locator('#after').boundingBox();
  expect(after?.y).toBeGreaterThanOrEqual(y + height);
});

test('it lies below the panel with which its owner changes the page @rare', async ({ page, site }) => {
  await page.goto(`${site.page(suggestion('top'))}?geo-as=FR`);
  await expect(box(page)).toBeVisible();
  expect(await isRaised(page)).toBe(true);
  await page.getByRole('button', { name: /^Change this page/ }).click();
  await expect(panel(page)).toBeVisible();
  expect(await isRaised(page)).toBe(false);
  await expect(box(page)).toBeVisible();
});

test('one that comes while its owner changes the page does not cover the panel @rare', async ({ page, site }) => {
  await openPanel(page, site.page(suggestion('top')), 'JP');
  await page.evaluate(() => globalThis.geolet?.override('FR'));
  await expect(box(page)).toBeVisible();
  expect(await isRaised(page)).toBe(false);
});
