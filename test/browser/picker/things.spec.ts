import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { block } from '../money/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';
import { clickOn, copied, forVisitorsFrom, keep, openPanel, panel, pointAt, shop, status } from './support.ts';

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
  await expect(panel(page)).toContainText('You see the page as France.');
  await expect(panel(page)).not.toContainText('does not show');
  await page.locator('geo-preview').getByLabel('Viewing as').selectOption('Japan');
  await expect(panel(page)).toContainText('for whom the delivery plan gives no date: this change does not show.');
  await expect(page.locator('.promo')).toHaveText('Free delivery in France');
  await page.locator('geo-preview').getByLabel('Viewing as').selectOption('France');
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

const shops = [
  ['Paris', '48.86, 2.35', '/shops/paris'],
  ['Osaka', '34,69 135,5', ''],
];

async function add(page: Page, name: string, behind: string): Promise<void> {
  await panel(page).getByText('Add something').click();
  await panel(page).getByRole('button', { name, exact: true }).click();
  await clickOn(page, page.locator(behind));
}

/** A text in the panel to copy. */
async function copiedAs(page: Page, option: RegExp): Promise<string> {
  const form = field(page, 'Copy as');
  const options = await form.locator('option').allTextContents();
  await form.selectOption(options.find((text) => option.test(text)) ?? 'none');
  return copied(page);
}

test('the nearest shop is added with the list of shops, and says what it lacks', async ({ page, site, context }) => {
  await openPanel(page, site.page(shop), 'FR; near: 48.8,2.3');
  await add(page, 'Nearest shop', 'h1');
  await expect(whatToChange(page)).toHaveValue('nearest');
  await keep(page);
  await expect(status(page)).toContainText('The list of shops “shops” is missing.');
  for (const [index, [name = '', position = '', url = '']] of shops.entries()) {
    if (index) await panel(page).getByRole('button', { name: 'Add a shop' }).click();
    await field(page, `Name, shop ${index + 1}`).fill(name);
    await field(page, `Latitude, longitude, shop ${index + 1}`).fill('here');
    await keep(page);
    await expect(status(page)).toHaveText(`Write where ${name} is, as two numbers: 48.86, 2.35.`);
    await field(page, `Latitude, longitude, shop ${index + 1}`).fill(position);
    await field(page, `Its page, shop ${index + 1}`).fill(url);
  }
  const words = 'Our nearest shop: Paris, 7.6 km away';
  await expect(page.locator('h1 + p geo-nearest')).toHaveText(/Use my exact/);
  await expect.poll(() => visibleText(page.locator('h1 + p'))).toContain(words);
  await keep(page);
  await expect(status(page)).toHaveText('Kept: Nearest shop behind Heading 1 “Made to walk”, for everybody');
  const head = await copiedAs(page, /settings block/);
  expect(head).toContain('"places": {"shops":[{"name":"Paris","latitude":48.86,"longitude":2.35,"url":"/shops/paris"}');
  const html = await copiedAs(page, /^Nearest shop/);
  expect(html).toMatch(
    /^<p><geo-nearest places="shops" template="Our nearest shop: \{name\}, \{distance\} away" href=/,
  );
  const visitor = await context.newPage();
  await visitor.goto(`${site.page(shop.replace('</h1>', `</h1>${html}`), { head })}?geo-as=FR; near: 48.8,2.3`);
  await expect.poll(() => visibleText(visitor.locator('h1 + p'))).toContain(words);
});

const added: ReadonlyArray<
  readonly [name: string, lack: string, fill: (page: Page) => Promise<unknown>, shown: string | RegExp, html: string]
> = [
  [
    'Free-shipping note',
    'Write something into “Amounts”.',
    async (page) => {
      const amounts = panel(page).getByRole('group', { name: 'Amounts' });
      await expect(amounts.getByLabel('Where, price 1')).toHaveText('Everybody else');
      await field(page, 'Currency, price 1').fill('USD');
      await field(page, 'Amount, price 1').fill('50');
      await panel(page).getByRole('button', { name: 'Add a price' }).click();
      await field(page, 'Currency, price 2').fill('EUR');
      await field(page, 'Amount, price 2').fill('45');
    },
    'Free delivery from €45',
    '<p>Free delivery from <geo-currency prices="USD 50, EUR 45">$50</geo-currency></p>',
  ],
  [
    'Date and time',
    'Write something into “When”.',
    async (page) => {
      await field(page, 'When').fill('2026-12-01T19:00');
      await field(page, 'On the clock of').selectOption('Europe/Paris');
      await field(page, 'Until there is an answer').fill('1 December');
    },
    /^Dec 1, 2026, \d/,
    '<p><geo-time datetime="2026-12-01T19:00" timezone="Europe/Paris" format="short">1 December</geo-time></p>',
  ],
  [
    'Opening hours',
    'Write something into “Days and times”.',
    async (page) => {
      await field(page, 'Days and times').fill('daily');
      await field(page, 'Until there is an answer').fill('Always');
      await keep(page);
      await expect(status(page)).toContainText('cannot be read: write days and times');
      await field(page, 'Days and times').fill('mon-sun 00:00-24:00');
      await field(page, 'While it is open').fill('Open now');
    },
    'Open now',
    '<p><geo-time hours="mon-sun 00:00-24:00" timezone="UTC" open="Open now" closed="Opens {day} at {time}">Always</geo-time></p>',
  ],
  [
    'Opt-out line',
    'Write something into “Words of the button”.',
    (page) => field(page, 'Words of the button').fill('Do not sell my data'),
    'Do not sell my data',
    '<p><geo-optout><a href="/privacy">Do not sell my data</a> <span slot="honored" hidden>Your opt-out signal is honoured.</span></geo-optout></p>',
  ],
];

for (const [name, lack, fill, shown, html] of added)
  test(`${name}: written in a form, seen behind its element, and copied as HTML`, async ({ page, site, context }) => {
    await openPanel(page, site.page(shop), 'FR');
    await add(page, name, '#price');
    if (name === 'Opt-out line') await field(page, 'Words of the button').fill('');
    await keep(page);
    await expect(status(page)).toContainText(lack);
    await fill(page);
    const seen = () => visibleText(page.locator('#price + p'));
    await expect.poll(seen).toMatch(shown);
    await keep(page);
    await expect(status(page)).toContainText(`Kept: ${name} behind Paragraph “$49”`);
    expect(await copied(page)).toBe(html);
    await panel(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('#price + p')).toHaveClass('promo');
    const visitor = await context.newPage();
    await visitor.goto(`${site.page(shop.replace('$49</p>', `$49</p>${html}`))}?geo-as=FR`);
    await expect.poll(() => visibleText(visitor.locator('#price + p'))).toMatch(shown);
  });

test('a country selector has the countries that are chosen, and can be for some visitors alone', async ({
  page,
  site,
}) => {
  await openPanel(page, site.page(shop), 'FR');
  await add(page, 'Country selector', 'h1');
  const countries = panel(page).getByRole('combobox', { name: 'Countries' });
  for (const name of ['France', 'Europe', 'Japan']) {
    await countries.fill(name);
    await countries.press('Enter');
  }
  await expect(panel(page).getByRole('list', { name: 'Chosen places' }).first()).toHaveText('France×Japan×');
  await countries.fill('');
  const select = page.locator('h1 + p select');
  await expect(select.locator('option').nth(1)).toHaveText('France');
  await forVisitorsFrom(page, 'Japan');
  await expect(page.locator('h1 + p')).toBeHidden();
  await expect(panel(page)).toContainText('You see the page as France: this change does not show.');
  await keep(page);
  expect(await copied(page)).toBe(
    '<p data-geo-show="country: JP" hidden><geo-select countries="FR JP *" label="Country" reset="My location">Country</geo-select></p>',
  );
});

test('what is added is changed again by pointing at it, and stands behind no part of a list', async ({
  page,
  site,
}) => {
  await openPanel(page, site.page(shop), 'FR');
  await add(page, 'Opt-out line', 'li >> nth=0');
  await expect(panel(page).locator('.taken')).toContainText('List “Leather Rubber”');
  await field(page, 'Words of the button').fill('Say no');
  await expect(page.locator('main ul + p')).toContainText('Say no');
  await keep(page);
  await pointAt(page, page.locator('main ul + p'));
  await expect(status(page)).toContainText('Editing: Opt-out line behind List');
  await field(page, 'Page about it').fill('javascript:alert(1)');
  await keep(page);
  await expect(status(page)).toContainText('This is not an address that Geolet writes');
  await expect(page.locator('main ul + p')).toHaveCount(1);
  await field(page, 'Page about it').fill('/no');
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(page.locator('main ul + p a')).toHaveAttribute('href', '/no');
  expect(await copied(page)).toContain('<a href="/no">Say no</a>');
});

test('a currency selector has the currencies that are written, and says which is none', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await add(page, 'Currency selector', 'h1');
  await field(page, 'Currencies').fill('eur usdd');
  await keep(page);
  await expect(status(page)).toContainText('"USDD" in currencies is not a code; did you mean USD?');
  await expect(page.locator('h1 + p')).toHaveText('$49');
  await field(page, 'Currencies').fill('eur usd');
  await expect(page.locator('h1 + p select')).toHaveValue('currency: EUR');
  await keep(page);
  expect(await copied(page)).toBe('<p><geo-select currencies="EUR USD" label="Currency">Currency</geo-select></p>');
});

test('a continent is chosen by its name, and Scandinavia and the EU as the groups that they are', async ({
  page,
  site,
}) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('h1'));
  await field(page, 'New words').fill('Near you');
  await forVisitorsFrom(page, 'Asia', 'Scandinavia');
  await expect(panel(page)).toContainText('You see the page as France: this change does not show.');
  await expect(page.locator('h1')).toHaveText('Made to walk');
  await panel(page).getByRole('button', { name: 'View as Japan' }).click();
  await expect(page.locator('h1')).toHaveText('Near you');
  await keep(page);
  expect(await copied(page)).toContain(
    '"when":"continent: AS; path: /"},\n    {"select":"h1","text":"Near you","when":"group: nordics; path: /"}',
  );
  await panel(page).getByRole('button', { name: /^Edit/ }).click();
  await panel(page).getByRole('button', { name: 'Remove Asia' }).click();
  await forVisitorsFrom(page, 'Europe');
  await page.locator('geo-preview').getByLabel('Viewing as').selectOption('Serbia');
  await expect(page.locator('h1')).toHaveText('Near you');
});

test('forms of things have names for all that is in them, and axe finds nothing @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await panel(page).getByText('Add something').click();
  expect(await violations(page)).toEqual([]);
  await panel(page).getByText('Add something').click();
  for (const name of ['Nearest shop', 'Delivery date', 'Country selector', 'Date and time', 'Free-shipping note']) {
    await add(page, name, '#price');
    expect(await violations(page), name).toEqual([]);
    await panel(page).getByRole('button', { name: 'Cancel' }).click();
  }
});

test('things are added under a strict policy with Trusted Types', async ({ page, site }) => {
  site.headers = {
    'content-security-policy':
      "default-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'",
  };
  await openPanel(page, site.page(shop.replace('/one.gif', '/two.gif')));
  await add(page, 'Opt-out line', '#price');
  await expect.poll(() => visibleText(page.locator('#price + p'))).toContain('Do not sell or share');
});

test('something is added by keyboard alone', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await panel(page).getByText('Add something').press('Enter');
  await panel(page).getByRole('button', { name: 'Opt-out line' }).press('Enter');
  await expect(status(page)).toContainText('Click the element that it is to stand behind.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('treeitem', { name: 'Heading 1' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(whatToChange(page)).toHaveValue('optout');
  await expect(page.locator('h1 + p')).toContainText('Do not sell');
  await field(page, 'Page about it').press('Enter');
  await expect(status(page)).toContainText('Kept: Opt-out line behind Heading 1');
});

test('what cannot stand behind an element, or has no words to take, is said', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await add(page, 'Delivery date', 'img');
  await expect(status(page)).toHaveText(
    'Delivery date: this has no words that stand alone. Click words without a picture or a link among them.',
  );
  await page.keyboard.press('Escape');
  await add(page, 'Opt-out line', 'a.shop');
  await field(page, 'Page about it').fill('/privacy');
  await keep(page);
  await page.keyboard.press('Escape');
  await pointAt(page, page.locator('h1'));
  await expect(whatToChange(page)).toHaveValue('text');
});

test('what was added stays where it is while something else is written, and comes back if the page loses it', async ({
  page,
  site,
}) => {
  await openPanel(page, site.page(shop), 'FR');
  await add(page, 'Country selector', 'h1');
  await keep(page);
  await pointAt(page, page.locator('.promo'));
  await page.locator('h1 + p').evaluate((element) => (element.id = 'first'));
  await field(page, 'New words').fill('To {country}');
  await expect(page.locator('.promo')).toHaveText('To France');
  await keep(page);
  expect(await copiedAs(page, /^Country selector/)).toContain('<geo-select');
  await expect(page.locator('h1 + p')).toHaveId('first');
  await page.locator('#first').evaluate((element) => element.remove());
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('h1 + p geo-select')).toHaveCount(1);
});

test('a list of shops that stands in the page is named, and not copied again', async ({ page, site }) => {
  const stores = [{ name: 'Lyon', phone: '1', latitude: 45.76, longitude: 4.84 }];
  await openPanel(page, site.page(shop, { head: block({ places: { stores } }) }), 'FR; near: 45.7,4.8');
  await add(page, 'Nearest shop', 'h1');
  await expect(field(page, 'Which list of shops')).toHaveValue('stores');
  await expect(field(page, 'Name, shop 1')).toBeHidden();
  await panel(page).getByRole('textbox', { name: 'Words', exact: true }).fill('{name}: {phone}');
  await expect.poll(() => visibleText(page.locator('h1 + p'))).toContain('Lyon: 1');
  await keep(page);
  expect(await copied(page)).toMatch(/^<p><geo-nearest places="stores"/);
});
