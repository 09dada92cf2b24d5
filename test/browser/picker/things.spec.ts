import type { Page } from '@playwright/test';
import { block } from '../money/support.ts';
import { expect, open, test } from '../support/test.ts';
import { copied, keep, openPanel, panel, pointAt, shop, status } from './support.ts';

const field = (page: Page, name: string) => panel(page).getByLabel(name);
const whatToChange = (page: Page) => panel(page).getByLabel('What to change');
/** A Tuesday, 11:15 in Lisbon. */
const aTuesday = new Date('2026-11-24T11:15:00Z');

async function writePlan(page: Page): Promise<void> {
  await field(page, 'Where to, place 1').selectOption('France');
  await field(page, 'Days, place 1').fill('1-2');
  await field(page, 'Leaves the same day until').fill('14:00');
  await field(page, 'Time zone of your warehouse').selectOption('Europe/Lisbon');
}

test('a delivery date needs a plan, which is written, seen and copied with it', async ({ page, site, context }) => {
  await page.clock.setFixedTime(aTuesday);
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('.promo'));
  await whatToChange(page).selectOption('Delivery date');
  await expect(field(page, 'New words')).toHaveValue('Delivered {delivery-dates}');
  await expect(panel(page).getByRole('group', { name: 'Delivery plan “standard”' })).toBeVisible();
  await writePlan(page);
  const dates = 'Delivered Wed, Nov 25 – Thu, Nov 26';
  await expect(page.locator('.promo')).toHaveText(dates);
  await keep(page);
  await expect(status(page)).toContainText('Kept: Paragraph “Free delivery in France”: delivery date');
  const head = await copied(page);
  expect(head).toContain(
    '"delivery": {"standard":{"days":"FR: 1-2","cutoff":"14:00","timezone":"Europe/Lisbon","work":"mon-fri"}}',
  );
  const visitor = await context.newPage();
  await visitor.clock.setFixedTime(aTuesday);
  await open(visitor, site.page(shop, { head }));
  await expect(visitor.locator('.promo')).toHaveText(dates);
});

test('words with {delivery-dates} say which plan is missing, and open its form', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('h1'));
  const plan = panel(page).getByRole('group', { name: 'Delivery plan “standard”' });
  await expect(plan).toBeHidden();
  await field(page, 'New words').fill('With you {delivery-dates}');
  await expect(plan).toBeVisible();
  await keep(page);
  await expect(status(page)).toHaveText(
    'The delivery plan “standard” is missing. Write how many days a parcel takes: a place, and 1-2.',
  );
  await expect(page.locator('h1')).toHaveText('Made to walk');
  await writePlan(page);
  await field(page, 'New words').fill('With you {delivery-date}');
  await keep(page);
  await expect(status(page)).toContainText('{delivery-date} is no word of a delivery');
  await expect(page.locator('h1')).toHaveText('Made to walk');
  await field(page, 'New words').fill('With you {delivery-dates}');
  await expect(page.locator('h1')).toHaveText(/^With you \w{3}, /);
  await field(page, 'Days, place 1').fill('many');
  await expect(page.locator('h1')).toHaveText('Made to walk');
  await expect(panel(page)).toContainText('in days is not places and a number of days');
  await field(page, 'New words').fill('With you soon, {country}');
  await expect(plan).toBeHidden();
  await keep(page);
  expect(await copied(page)).not.toContain('delivery');
});

test('a plan of the page is chosen by its name, and one that is written beside it takes no name of it', async ({
  page,
  site,
}) => {
  const plan = { days: '*: 1', timezone: 'UTC', work: 'sun-sat' };
  await page.clock.setFixedTime(aTuesday);
  await openPanel(page, site.page(shop, { head: block({ delivery: { standard: plan } }) }), 'FR');
  await pointAt(page, page.locator('.promo'));
  await whatToChange(page).selectOption('Delivery date');
  await expect(page.locator('.promo')).toHaveText('Delivered tomorrow');
  await expect(field(page, 'Days, place 1')).toBeHidden();
  await field(page, 'Which delivery plan').selectOption('standard-2 (written here)');
  await writePlan(page);
  await expect(page.locator('.promo')).toHaveText('Delivered Wed, Nov 25 – Thu, Nov 26');
  await keep(page);
  const head = await copied(page);
  expect(head).toContain(`"delivery": {"standard":${JSON.stringify(plan)},"standard-2":{"days":"FR: 1-2"`);
  expect(head).toContain('"text":"Delivered {delivery-dates}","delivery":"standard-2"');
});

test('all texts with a plan follow what was written of it last', async ({ page, site }) => {
  await page.clock.setFixedTime(aTuesday);
  await openPanel(page, site.page(shop), 'FR');
  for (const select of ['h1', '.promo']) {
    await pointAt(page, page.locator(select));
    await whatToChange(page).selectOption('Delivery date');
    if (select === 'h1') await writePlan(page);
    await expect(field(page, 'Days, place 1')).toHaveValue('1-2');
    await keep(page);
  }
  await panel(page)
    .getByRole('button', { name: /^Edit: Paragraph/ })
    .click();
  await field(page, 'Days, place 1').fill('1');
  await keep(page);
  await expect(page.locator('h1')).toHaveText('Delivered tomorrow');
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('h1')).toHaveText('Delivered Wed, Nov 25 – Thu, Nov 26');
});
