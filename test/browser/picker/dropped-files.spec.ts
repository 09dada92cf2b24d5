import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, open, test } from '../support/test.ts';
import { copied, forVisitorsFrom, keep, openPanel, panel, pointAt, status } from './support.ts';

const gallery = `<main><h1>Boots</h1><p class="note">Soft</p>
<picture class="hero-picture"><source srcset="/wide.gif"><img class="boot" src="/one.gif" alt="A boot" width="60" height="40"></picture>
<div class="banner"></div></main>`;
const head = `<style>.banner { inline-size: 300px; block-size: 80px; background-image: url('/banner.gif') }</style>`;
const address = (page: Page) => panel(page).getByLabel('Address of the picture');
const button = (page: Page) => panel(page).getByRole('button', { name: 'Show a picture from this device' });

const square = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#00f"/></svg>`;
const texts = { 'paris.svg': square, 'notes.txt': 'no picture', 'broken.png': 'no picture either' };

function pathOf(name: keyof typeof texts): string {
  const path = test.info().outputPath(name);
  writeFileSync(path, texts[name]);
  return path;
}

/** As a file manager does it: the page is left unless something takes the file. */
async function drop(page: Page, at: Locator, name: keyof typeof texts = 'paris.svg'): Promise<void> {
  const { x, y, width, height } = (await at.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files: [pathOf(name)], dragOperationsMask: 1 },
    });
  await session.detach();
}

/** Whether the blue of the file is what stands there. */
const isParis = async (page: Page, at: Locator): Promise<boolean> => {
  const picture = await at.screenshot();
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas?.drawImage(bitmap, 0, 0);
    const [red, green, blue] = canvas?.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data ?? [];
    return red === 0 && green === 0 && blue === 255;
  }, picture.toString('base64'));
};

test('a file that is dropped on a picture shows at once, and is kept by its address alone', async ({
  page,
  site,
  context,
}) => {
  await openPanel(page, site.page(gallery, { head }), 'FR');
  const boot = page.locator('.boot');
  await drop(page, boot);
  await expect.poll(() => isParis(page, boot)).toBe(true);
  await expect(status(page)).toHaveText('“paris.svg” shows on the page, and needs an address');
  await expect(panel(page)).toContainText('“paris.svg” shows here for you alone, until its address stands above.');
  await expect(address(page)).toBeFocused();
  await forVisitorsFrom(page, 'France');
  await keep(page);
  await expect(status(page)).toContainText('Write the address that the picture has on your site.');
  await expect(panel(page).getByLabel('To copy')).toBeHidden();
  await address(page).fill('/paris.gif');
  await expect.poll(() => boot.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/paris\.gif$/);
  expect(await isParis(page, boot)).toBe(false);
  await keep(page);
  const block = await copied(page);
  expect(block).toContain('"srcset":"/paris.gif","when":"country: FR; path: /"');
  expect(block).not.toContain('blob:');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('blob:');
  const visitor = await context.newPage();
  await open(visitor, site.page(gallery, { head: head + block }));
  await expect
    .poll(() => visitor.locator('.boot').evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/paris\.gif$/);
});

test('a file that is left takes its picture along, and is forgotten', async ({ page, site }) => {
  await page.addInitScript(() => {
    const revoke = URL.revokeObjectURL.bind(URL);
    URL.revokeObjectURL = (url) => {
      revoke(url);
      document.documentElement.dataset.revoked = String(Number(document.documentElement.dataset.revoked ?? 0) + 1);
    };
  });
  const revoked = () => page.locator('html').getAttribute('data-revoked');
  await openPanel(page, site.page(gallery, { head }), 'FR');
  const boot = page.locator('.boot');
  for (const [index, end] of ['Cancel', 'Close'].entries()) {
    await drop(page, boot);
    await expect.poll(() => isParis(page, boot)).toBe(true);
    await panel(page).getByRole('button', { name: end }).click();
    await expect.poll(() => isParis(page, boot)).toBe(false);
    expect(await revoked()).toBe(String(index + 1));
  }
});

test('a file shows in the place of a background, and of a picture that is pointed at while it is written', async ({
  page,
  site,
}) => {
  await openPanel(page, site.page(gallery, { head }), 'FR');
  const banner = page.locator('.banner');
  await drop(page, banner);
  await expect.poll(() => isParis(page, banner)).toBe(true);
  await expect(panel(page).getByLabel('What to change')).toHaveValue('background');
  const boot = page.locator('.boot');
  await pointAt(page, boot);
  await expect.poll(() => isParis(page, banner)).toBe(false);
  await forVisitorsFrom(page, 'Japan');
  for (const at of [boot, panel(page)]) {
    await address(page).fill('/one.gif');
    await drop(page, at);
    await expect.poll(() => isParis(page, boot)).toBe(true);
    await expect(panel(page)).toContainText('Japan');
  }
});

test('a file is chosen by a button, for the keyboard', async ({ page, site }) => {
  await openPanel(page, site.page(gallery, { head }), 'FR');
  await pointAt(page, page.locator('.note'));
  await expect(button(page)).toBeHidden();
  await pointAt(page, page.locator('.boot'));
  const chooser = page.waitForEvent('filechooser');
  await button(page).press('Enter');
  await (await chooser).setFiles(pathOf('paris.svg'));
  await expect.poll(() => isParis(page, page.locator('.boot'))).toBe(true);
  await expect(address(page)).toHaveValue('');
});

test('what is no picture is said not to be one, and a file that is dropped elsewhere opens in no place', async ({
  page,
  site,
}) => {
  // Without a window the browser opens no file, so this looks at what it would go by.
  await page.addInitScript(() => {
    for (const type of ['dragover', 'drop'])
      addEventListener(
        type,
        (event) => setTimeout(() => (document.documentElement.dataset.opens = String(!event.defaultPrevented))),
        { capture: true },
      );
  });
  const opens = () => page.locator('html').getAttribute('data-opens');
  await openPanel(page, site.page(gallery, { head }), 'FR');
  await drop(page, page.locator('.boot'), 'notes.txt');
  await expect(status(page)).toHaveText('“notes.txt” is no picture. Take a file such as .jpg, .png, .webp or .svg.');
  await drop(page, page.locator('.boot'), 'broken.png');
  await expect(status(page)).toContainText('“broken.png” cannot be shown here: this browser cannot read it');
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  for (const at of [page.locator('h1'), panel(page).getByRole('heading')]) {
    await drop(page, at);
    await expect(status(page)).toContainText('Drop the file of a picture on a picture');
    await expect.poll(opens).toBe('false');
  }
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await drop(page, page.locator('h1'));
  await expect.poll(opens).toBe('true');
});
