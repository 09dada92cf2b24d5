import type { Page } from '@playwright/test';
import { test } from '../demo/support.ts';
import { copied, forVisitorsFrom, keep, openPanel, panel, pointAt, status } from '../picker/support.ts';
import { expect } from '../support/test.ts';
import { byWords, change, forEverybody, take, write } from './owner.ts';

test.use({ viewport: { width: 1600, height: 1000 } });

const title = 'What you can do';
const card = 'Name the visitor’s city or country';

/** What can be changed of a page whose prices and texts are elements of ours already. */
const tasks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'other words for one country': async (page) => {
    await take(page, byWords(page, 'The Asterisk, a day shoe'));
    await write(page, 'New words', 'The Asterisk, for Japan');
    await forVisitorsFrom(page, 'Japan');
  },
  'the city in a text, for everybody': async (page) => {
    await take(page, byWords(page, 'Shoes for walking, made in Porto'));
    await write(page, 'New words', 'Shoes for ');
    await panel(page).getByRole('button', { name: 'Insert {city|your city}' }).click();
    await forEverybody(page);
  },
  'other words on phones': async (page) => {
    await take(page, byWords(page, 'The Asterisk, a day shoe'));
    await write(page, 'New words', 'The Asterisk');
    await panel(page).getByText('Device and language').click();
    await panel(page).getByLabel('Device').selectOption('Phone');
  },
  'a class for one country': async (page) => {
    await take(page, byWords(page, 'The Asterisk, a day shoe'));
    await change(page, 'Class');
    await write(page, 'Class names', 'in-{country}');
    await forVisitorsFrom(page, 'France');
  },
  'other words for the European Union': async (page) => {
    await take(page, byWords(page, title));
    await write(page, 'New words', `${title} in the EU`);
    await forVisitorsFrom(page, 'European Union');
  },
  'other words for a country within it': async (page) => {
    await take(page, byWords(page, `${title} in the EU`));
    await write(page, 'New words', `${title} in France`);
    await forVisitorsFrom(page, 'France');
  },
  'a heading only for some': async (page) => {
    await take(page, byWords(page, card));
    await change(page, 'Show it only to some');
    await forVisitorsFrom(page, 'European Union');
  },
  'a button hidden from one country': async (page) => {
    await take(page, byWords(page, 'Right to left'));
    await change(page, 'Hide it from some');
    await forVisitorsFrom(page, 'Japan');
  },
  'a link to the page of one country': async (page) => {
    await take(page, byWords(page, 'price book'));
    await change(page, 'Where the link leads');
    await write(page, 'Address of the link', '/fr/prices');
    await forVisitorsFrom(page, 'France');
  },
  'the same link, to the page of another country': async (page) => {
    await take(page, byWords(page, 'price book'));
    await change(page, 'Where the link leads');
    await write(page, 'Address of the link', '/jp/prices');
    await forVisitorsFrom(page, 'Japan');
  },
  'a hint in a field for one country': async (page) => {
    await take(page, page.getByPlaceholder('nothing'));
    await change(page, 'Hint in the field');
    await write(page, 'Hint in the field', 'rien');
    await forVisitorsFrom(page, 'France');
  },
};

async function read(page: Page) {
  return {
    product: await page.locator('.product').textContent(),
    class: await page.locator('.product').getAttribute('class'),
    brand: await page.locator('.brand span').textContent(),
    title: await page.locator('#cards-title').textContent(),
    card: await page.locator('h3').getByText(card, { exact: true }).isVisible(),
    button: await page.getByText('Right to left', { exact: true }).isVisible(),
    link: (await page.getByText('price book', { exact: true }).first().getAttribute('href'))?.replace(
      new URL(page.url()).origin,
      '',
    ),
    hint: await page.locator('[placeholder=nothing], [placeholder=rien]').first().getAttribute('placeholder'),
  };
}

const written = {
  product: 'The Asterisk, a day shoe',
  class: 'product',
  brand: 'Shoes for your city',
  title,
  card: true,
  button: true,
  link: 'docs/price-book.html#the-price-book',
  hint: 'nothing',
};
const expected: Readonly<Record<string, Partial<typeof written>>> = {
  'FR;city:Lyon': {
    class: 'product in-fr',
    brand: 'Shoes for Lyon',
    title: `${title} in France`,
    link: '/fr/prices',
    hint: 'rien',
  },
  'JP;city:Osaka': {
    product: 'The Asterisk, for Japan',
    brand: 'Shoes for Osaka',
    card: false,
    button: false,
    link: '/jp/prices',
  },
  DE: { title: `${title} in the EU` },
  US: { card: false },
};

test('an owner changes 11 things of the demo with the panel @rare', async ({ browser, page, demo, expectLines }) => {
  test.setTimeout(120_000);
  page.setDefaultTimeout(8000);
  expectLines(/the preview has no coordinates/);
  await openPanel(page, `${demo.url}/`, 'FR');
  await pointAt(page, page.locator('#shop .price'));
  await expect(status(page)).toContainText('<geo-currency>, an element of Geolet');
  await page.keyboard.press('Escape');
  for (const [name, work] of Object.entries(tasks))
    await test.step(name, async () => {
      await work(page);
      await keep(page);
      await expect(panel(page).getByLabel('What to change')).toBeHidden();
    });
  const block = await copied(page);
  // As the panel says: in place of the block that the page has.
  const settings = /<script type="application\/json" data-geo-settings[^>]*>.*?<\/script>/s;
  for (const [country, seen] of Object.entries(expected))
    await test.step(`as a visitor in ${country}`, async () => {
      const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
      const visit = await context.newPage();
      await visit.route(`${demo.url}/?geo-as=*`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace(settings, () => block) });
      });
      await visit.goto(`${demo.url}/?geo-as=${country}`);
      await expect.poll(() => read(visit)).toEqual({ ...written, ...seen });
      await context.close();
    });
});
