import type { Page } from '@playwright/test';
import { expect, open, test } from '../support/test.ts';
import { copied, forVisitorsFrom, keep, openPanel, panel, pointAt, status } from './support.ts';

const gallery = `<main><h1>Boots</h1>
<picture class="hero-picture"><source srcset="/wide.gif"><img class="boot" src="/one.gif" alt="A boot" width="60" height="40"></picture>
<div class="banner"><p>Sale</p></div></main>`;
const head = `<style>.banner { inline-size: 300px; block-size: 80px; background-image: url('/banner.gif') }</style>`;
const address = (page: Page) => panel(page).getByLabel('Address of the picture');
const currentSrc = (page: Page) => page.locator('.boot').evaluate((image: HTMLImageElement) => image.currentSrc);
const background = (page: Page) =>
  page.locator('.banner').evaluate((element) => getComputedStyle(element).backgroundImage);

test('a picture of several files changes all of them, and is said to show once the browser has taken it', async ({
  page,
  site,
  context,
}) => {
  await openPanel(page, site.page(gallery, { head }), 'FR');
  await expect.poll(() => currentSrc(page)).toMatch(/wide\.gif$/);
  await pointAt(page, page.locator('.boot'));
  await address(page).fill('/paris.gif');
  await forVisitorsFrom(page, 'France');
  await expect.poll(() => currentSrc(page)).toMatch(/paris\.gif$/);
  await expect(panel(page)).toContainText('You see the page as France: this change shows.');
  await keep(page);
  const block = await copied(page);
  expect(block).toContain('{"select":".hero-picture source","srcset":"/paris.gif","when":"country: FR; path: /"}');
  const visitor = await context.newPage();
  await open(visitor, site.page(gallery, { head: head + block }));
  await expect.poll(() => currentSrc(visitor)).toMatch(/paris\.gif$/);
});

test('a picture that does not load is said not to, and the page keeps its own', async ({ page, site, expectLines }) => {
  expectLines(/^error: Failed to load resource/);
  await openPanel(page, site.page(gallery, { head }), 'FR');
  await page.route('**/missing.gif', (route) => route.abort());
  await pointAt(page, page.locator('.boot'));
  await address(page).fill('/missing.gif');
  await forVisitorsFrom(page, 'France');
  await expect(panel(page)).toContainText('The picture /missing.gif does not load: look at its address.');
  await expect(panel(page)).not.toContainText('this change shows');
  await expect.poll(() => currentSrc(page)).toMatch(/wide\.gif$/);
});

test('a picture whose files nothing tells from others cannot be kept', async ({ page, site }) => {
  const two = `<main>${'<section><picture><source srcset="/wide.gif"><img src="/one.gif" width="60" height="40" id="ID"></picture></section>'.replace('ID', 'first')}
    <section><picture><source srcset="/wide.gif"><img src="/two.gif" width="60" height="40"></picture></section></main>`;
  await openPanel(page, site.page(two), 'FR');
  await pointAt(page, page.locator('#first'));
  await address(page).fill('/paris.gif');
  await forVisitorsFrom(page, 'France');
  await keep(page);
  await expect(status(page)).toContainText('Its <picture> has other files, and nothing tells it from others');
});

test('a background is told as one, and changes by a class and a line of CSS', async ({ page, site, context }) => {
  await openPanel(page, site.page(gallery, { head }), 'FR');
  await panel(page).getByRole('button', { name: 'Point at the page' }).click();
  await page.locator('.banner').click({ position: { x: 280, y: 70 }, force: true });
  await expect(panel(page)).toContainText('Its picture stands in your style sheet, as a background.');
  await expect(panel(page).getByLabel('What to change')).toHaveValue('background');
  await expect(panel(page).getByRole('button', { name: /^Insert/ })).toHaveCount(0);
  await address(page).fill('/{country}.gif');
  await keep(page);
  await expect(status(page)).toContainText('CSS knows nothing of the visitor');
  await address(page).fill('/img/paris.gif');
  await keep(page);
  await expect(status(page)).toContainText('Choose for whom');
  await forVisitorsFrom(page, 'France');
  await expect.poll(() => background(page)).toMatch(/\/img\/paris\.gif"\)$/);
  await keep(page);
  const block = await copied(page);
  expect(block).toContain(
    '<style>\n.picture-img-paris-gif { background-image: url("/img/paris.gif") !important }\n</style>\n<script',
  );
  expect(block).toContain('{"select":".banner","class":"picture-img-paris-gif","when":"country: FR; path: /"}');
  await page.locator('geo-preview').getByLabel('Viewing as').selectOption('Japan');
  await expect.poll(() => background(page)).toMatch(/\/banner\.gif"\)$/);
  const visitor = await context.newPage();
  await open(visitor, site.page(gallery, { head: head + block }));
  await expect.poll(() => background(visitor)).toMatch(/\/img\/paris\.gif"\)$/);
});

test('an element without a background has no such choice, and one that the page hides is said to be hidden', async ({
  page,
  site,
}) => {
  await openPanel(page, site.page(gallery, { head: `${head}<style>.geo-gone { display: none }</style>` }), 'FR');
  await pointAt(page, page.locator('h1'));
  await expect(panel(page).getByLabel('What to change').locator('option', { hasText: 'Background' })).toHaveCount(0);
  await panel(page).getByLabel('New words').fill('Bottes');
  await forVisitorsFrom(page, 'France');
  await expect(panel(page)).toContainText('this change shows.');
  await page.locator('h1').evaluate((element) => element.classList.add('geo-gone'));
  await panel(page).getByLabel('New words').fill('Bottes!');
  await expect(panel(page)).toContainText('Your page hides this element, so nobody sees the change.');
});
