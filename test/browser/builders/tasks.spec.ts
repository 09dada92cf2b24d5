import type { Page } from '@playwright/test';
import { type Builder, builderPage, builders } from '../../builders/builder-page.ts';
import { scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { copied, forVisitorsFrom, keep, openPanel, panel } from '../picker/support.ts';
import { expect, open, test } from '../support/test.ts';
import { addPrice, byWords, change, forEverybody, take, takeLink, write } from './owner.ts';
import { headCode, readShop, ringOf, type Shop } from './support.ts';

test.use({ viewport: { width: 1600, height: 1000 } });
test.beforeEach(({ page }) => {
  // An owner's tasks, one after the other.
  test.setTimeout(120_000);
  return page.addInitScript(() => Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { isDisabled: true }));
});

/** What the owner of a shop does with the panel alone. No HTML is typed. */
const tasks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'other words for one country': async (page) => {
    await take(page, byWords(page, 'Made to walk'));
    await write(page, 'New words', 'Made to walk in Japan');
    await forVisitorsFrom(page, 'Japan');
  },
  'the city in a text, for everybody': async (page) => {
    await take(page, page.locator('main h1:visible'));
    await write(page, 'New words', 'Made to walk ');
    await panel(page).getByRole('button', { name: 'Insert {city|your city}' }).click();
    await forEverybody(page);
  },
  'prices by currency': async (page) => {
    await take(page, byWords(page, '$49'));
    await change(page, 'Price');
    await addPrice(page, 2, 'EUR', '45');
    await addPrice(page, 3, 'JPY', '6900');
  },
  'a price for one country, added to that list': async (page) => {
    await panel(page)
      .getByRole('button', { name: /^Edit: .*EUR 45/ })
      .click();
    await addPrice(page, 4, 'USD', '19', 'India');
  },
  'other words for the European Union': async (page) => {
    await take(page, byWords(page, 'Ships in 5 days.'));
    await write(page, 'New words', 'Ships in 2 days.');
    await forVisitorsFrom(page, 'European Union');
  },
  'other words for a country within it': async (page) => {
    await take(page, byWords(page, 'Ships in 2 days.'));
    await write(page, 'New words', 'Ships tomorrow.');
    await forVisitorsFrom(page, 'France');
  },
  'a promotion only for some': async (page) => {
    await take(page, byWords(page, 'No customs in the EU.'));
    await change(page, 'Show it only to some');
    await forVisitorsFrom(page, 'European Union');
  },
  'a link to the shop of one country': async (page) => {
    await takeLink(page);
    await write(page, 'Address of the link', '/fr/shops');
    await forVisitorsFrom(page, 'France');
  },
  'the same link, to the shop of another country': async (page) => {
    await takeLink(page);
    await write(page, 'Address of the link', '/jp/shops');
    await forVisitorsFrom(page, 'Japan');
  },
  'a picture for one country': async (page) => {
    await take(page, page.getByAltText('A shoe').and(page.locator(':visible')));
    await change(page, 'Picture');
    await write(page, 'Address of the picture', '/shoe-jp.gif');
    await forVisitorsFrom(page, 'Japan');
  },
  'a hint in a field for one country': async (page) => {
    await take(page, page.getByRole('textbox', { name: 'City' }));
    await change(page, 'Hint in the field');
    await write(page, 'Hint in the field', 'Votre ville');
    await forVisitorsFrom(page, 'France');
  },
  'the price of something that comes late': async (page) => {
    await take(page, byWords(page, '$9'));
    await change(page, 'Price');
    await addPrice(page, 2, 'EUR', '8');
  },
  'a button hidden from one country': async (page) => {
    await take(page, byWords(page, 'Blue'));
    await change(page, 'Hide it from some');
    await forVisitorsFrom(page, 'United States');
  },
  'other words on phones': async (page) => {
    await take(page, byWords(page, 'Find a shop'));
    await change(page, 'Words');
    await write(page, 'New words', 'Shops');
    await panel(page).getByText('Device and language').click();
    await panel(page).getByLabel('Device').selectOption('Phone');
  },
};

interface Seen extends Shop {
  readonly hint: string | null;
}

async function read(page: Page): Promise<Seen> {
  const hint = await page.getByRole('textbox', { name: 'City' }).getAttribute('placeholder');
  return { ...(await readShop(page)), hint };
}

const common = { link: '/shops', picture: '/shoe.gif', field: '', hint: 'Your city' };
const expected: Readonly<Record<'lyon' | 'osaka' | 'newYork' | 'nowhere', Seen>> = {
  lyon: {
    ...common,
    text: 'Made to walk Lyon €45 Ships tomorrow. No customs in the EU. Find a shop Blue Laces €8',
    link: '/fr/shops',
    hint: 'Votre ville',
  },
  osaka: {
    ...common,
    text: 'Made to walk in Japan ¥6,900 Ships in 5 days. Find a shop Blue Laces $9',
    link: '/jp/shops',
    picture: '/shoe-jp.gif',
  },
  newYork: { ...common, text: 'Made to walk New York $49 Ships in 5 days. Find a shop Laces $9' },
  nowhere: {
    ...common,
    text: 'Made to walk your city $49 Ships in 5 days. No customs in the EU. Find a shop Blue Laces $9',
  },
};

function isHydrated(builder: Builder): boolean {
  return headCode(builder).includes('data-bindings="load"');
}

function tagOf(builder: Builder): string {
  return isHydrated(builder) ? scriptTag.replace('async', 'async data-bindings="load"') : scriptTag;
}

for (const builder of builders)
  test(`${builder}: an owner does 14 tasks by panel${ringOf(builder) || ' @rare'}`, async ({ browser, page, site }) => {
    await openPanel(page, await builderPage(site, builder, tagOf(builder)), 'FR');
    // Parts that come late are there then, and what is chosen is told from them, too.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(byWords(page, '$9')).toBeVisible();
    for (const [name, work] of Object.entries(tasks))
      await test.step(name, async () => {
        await work(page);
        await keep(page);
        await expect(panel(page).getByLabel('What to change')).toBeHidden();
      });
    const head = `${tagOf(builder)}${await copied(page)}`;
    await builderPage(site, builder, head);
    const { url } = await site.front();
    for (const [place, seen] of Object.entries(expected))
      await test.step(`as a visitor in ${place}`, async () => {
        site.visitor = visitors[place as keyof typeof expected];
        // Somebody else's browser, where nothing of the owner's is kept.
        const context = await browser.newContext({ locale: 'en-US' });
        const visit = await context.newPage();
        await open(visit, await builderPage(site, builder, head));
        await visit.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await expect.poll(() => read(visit)).toEqual(seen);
        await context.close();
        if (isHydrated(builder)) return;
        // The same block, written by Node. What comes late is the browser's.
        const withoutScripts = await browser.newContext({ locale: 'en-US', javaScriptEnabled: false });
        const written = await withoutScripts.newPage();
        await written.goto(url);
        await written.locator('.promo-banner').evaluateAll(([banner]) => banner?.removeAttribute('style'));
        const { text, link } = await readShop(written);
        expect({ text, link }).toEqual({ text: seen.text.replace(/ Laces .*/, ''), link: seen.link });
        await withoutScripts.close();
      });
  });
