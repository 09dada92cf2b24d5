import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { type Site, startSite } from '../support/site.ts';
import { visitors } from '../support/visitors.ts';
import { open, press, readPage, sayEnd } from './pages.ts';
import { startScreenReader, type ScreenReader } from './start-screen-reader.ts';

const price =
  '<p><geo-currency prices="USD 49, EUR 45, JPY 6900" was="USD 59, EUR 55, JPY 7900">$49</geo-currency></p>';

let service: Awaited<ReturnType<typeof startService>> | undefined;
let site: Site;
let reader: ScreenReader;

beforeAll(async () => {
  service = await startService();
  site = await startSite(service.url, service.key);
  reader = await startScreenReader();
});

beforeEach(() => {
  site.visitor = visitors.osaka;
});

afterAll(async () => {
  await reader?.stop();
  await site?.close();
  await service?.stop();
});

async function choose(visitor: string): Promise<void> {
  await reader.page.evaluate((words) => globalThis.geolet?.override(words), visitor);
}

test('a former price is read as a deletion, and then the price', async () => {
  await open(reader, site, price, '¥6,900');
  expect(await readPage(reader)).toEqual(['deletion start.', '¥7,900.', 'deletion end.', '¥6,900.']);
});

test('an estimate is read once and in one piece, as about its amount, and is no image', async () => {
  await open(reader, site, '<p>Shoes <geo-currency prices="USD 49">$49</geo-currency></p>', '7,404');
  expect(await readPage(reader)).toEqual(['Shoes about \u00A0¥7,404.']);
});

test('the former price of an estimate is read once, as a deletion of about its amount', async () => {
  await open(reader, site, '<p><geo-currency prices="USD 49" was="USD 59">$49</geo-currency></p>', '7,404');
  expect(await readPage(reader)).toEqual([
    'deletion start.',
    'about \u00A0¥8,915.',
    'deletion end.',
    'about \u00A0¥7,404.',
  ]);
});

test('a value is read in the language of the text around it', async () => {
  const html = '<p>Guide: <span lang="fr"><geo-text template="Bonjour {country}">Bonjour</geo-text></span></p>';
  await open(reader, site, html, 'Bonjour Japon');
  await readPage(reader);
  expect(reader.speech.utterances).toContainEqual({ words: 'Bonjour Japon.', language: 'fr' });
  expect(reader.speech.utterances).toContainEqual({ words: 'The end.', language: 'en' });
});

test('what a condition does not show is not read', async () => {
  const html = `<geo-if country="JP"><p>Tomorrow</p><p slot="else" hidden>In a week</p></geo-if>
    <p data-geo-hide="country: JP">Elsewhere</p>`;
  await open(reader, site, html, 'Tomorrow');
  expect(await readPage(reader)).toEqual(['Tomorrow.']);
});

test("the reference's example of a flag says the country once", async () => {
  const example = /^Delivery to <geo-flag.*$/m.exec(readFileSync('docs/text.md', 'utf8'))?.[0];
  await open(reader, site, `<p>${example}</p>`, 'Japan');
  const words = await readPage(reader);
  expect(words.join(' ').match(/\w+/g)).toEqual(['Delivery', 'to', 'Japan']);
});

test('a delivery date is read as it stands, and says nothing by itself when the time that is left changes', async () => {
  const html =
    '<p><geo-delivery days="*: 1" timezone="UTC" cutoff="24:00" work="sun-sat" template="Order within {left}">Soon</geo-delivery></p>';
  await open(reader, site, html, 'Order within');
  const shown = () =>
    reader.page.locator('geo-delivery').evaluate((element) => element.shadowRoot?.textContent?.trim());
  const before = await shown();
  expect(await readPage(reader)).toEqual([expect.stringMatching(/^Order within [\w ]+\.$/)]);
  reader.speech.listen();
  await reader.page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 3 * 3_600_000;
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect.poll(shown).not.toBe(before);
  await sayEnd(reader);
  expect(reader.speech.words.filter((words) => words.includes('Order'))).toEqual([]);
});

test('a suggestion is silent until it is reached', async () => {
  await open(reader, site, '<geo-suggest country="JP" href="/jp/" hidden>Our shop in Japan</geo-suggest>', 'Our shop');
  await sayEnd(reader);
  expect(reader.speech.words.join(' ')).not.toContain('Our shop');
});

for (const attributes of ['href="/jp/"', 'override="FR"', 'href="/jp/" label="Go there"'])
  test(`the words of a suggestion with ${attributes} are read once`, async () => {
    const html = `<geo-suggest country="JP" ${attributes} hidden>Our shop in Japan</geo-suggest>`;
    await open(reader, site, html, 'Our shop in Japan');
    const words = await readPage(reader);
    expect(words.join(' ').match(/Our shop in Japan/g)).toHaveLength(1);
    expect(words).toContain('Close push button.');
  });

test('the words of a suggestion are read once to who reaches it by Tab', async () => {
  const html = '<button>First</button><geo-suggest country="JP" override="FR" hidden>Our shop in Japan</geo-suggest>';
  await open(reader, site, html, 'Our shop in Japan');
  await press(reader, 'Tab');
  reader.speech.listen();
  await press(reader, 'Tab');
  await sayEnd(reader);
  expect(reader.speech.words.join(' ').match(/Our shop in Japan/g)).toHaveLength(1);
});

test('a value that changes where the reader is interrupts nothing, and is read when it is reached again', async () => {
  await open(reader, site, '<p><geo-text template="You are in {city}">Welcome</geo-text></p>', 'You are in Osaka');
  await press(reader, 'ctrl+Home');
  await press(reader, 'Down');
  site.visitor = visitors.lyon;
  reader.speech.listen();
  await reader.page.evaluate(() => globalThis.geolet?.refresh());
  await reader.page.getByText('You are in Lyon').waitFor({ state: 'attached' });
  await sayEnd(reader);
  expect(reader.speech.words).toEqual(['The end']);
  expect(reader.speech.isInterrupted).toBe(false);
  expect(await readPage(reader)).toContain('You are in Lyon.');
});

/** In one change: Orca gets an event for each node that the parser brings, and then ignores that the page has loaded. */
const nodesAtOnce = (count: number) =>
  `<div></div><script>document.currentScript.previousElementSibling.innerHTML = '<i>x</i> '.repeat(${count / 2})</script>`;

for (const [count, others] of [
  [1, 0],
  [120, 0],
  [120, 10_000],
  [400, 0],
] as const)
  test(`a choice on a page with ${count} values and ${others} other nodes is announced once and politely, and its first answer is not`, async () => {
    await open(reader, site, price.repeat(count) + nodesAtOnce(others), '¥6,900');
    await press(reader, 'ctrl+Home');
    expect(reader.speech.words.join(' ')).not.toContain('Yen');
    reader.speech.listen();
    await choose('FR');
    await reader.speech.hear((words) => words.includes('France, Euro'));
    await sayEnd(reader);
    expect(reader.speech.words).toEqual(['France, Euro', 'The end']);
    expect(reader.speech.isInterrupted).toBe(false);
  });

test('an announcement leaves nothing behind to read', async () => {
  await open(reader, site, '<p><geo-text template="{city}">Welcome</geo-text></p>', 'Osaka');
  await choose('FR');
  await reader.speech.hear((words) => words.includes('France, Euro'));
  await reader.page.locator('[role=status]').waitFor({ state: 'detached' });
  // The region stood at the end of the page.
  await reader.page.locator('#end').evaluate((end) => document.body.append(end));
  await sayEnd(reader);
  expect(await readPage(reader)).toEqual(['Welcome.']);
});

const optOut =
  '<geo-optout><a href="/privacy">Do not sell my data</a> <span slot="honored" hidden>Your signal is honored.</span></geo-optout>';

test('an opt-out is a toggle button with the words of its link, and says whether it is pressed', async () => {
  await open(reader, site, `<p>${optOut}</p>`, 'Do not sell my data');
  await reader.page.getByRole('button', { name: 'Do not sell my data' }).waitFor();
  reader.speech.listen();
  await press(reader, 'Tab');
  const heard = () => reader.speech.words.join(' ');
  await reader.speech.hear(() => /Do not sell my data toggle button not pressed/i.test(heard()));
  for (const state of ['pressed', 'not pressed']) {
    reader.speech.listen();
    await press(reader, 'space');
    expect(reader.speech.words).toEqual([state]);
  }
});

test('with the signal its words are read, and neither link nor button is there', async () => {
  await reader.page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true, configurable: true }),
  );
  await open(reader, site, `<p>${optOut}</p>`, 'Your signal');
  expect(await readPage(reader)).toEqual(['Your signal is honored.']);
});

test('each step of a change to the page is heard: the elements of the page, what is chosen, and what is kept', async () => {
  await open(reader, site, '<p id="shoes">Shoes</p><geo-preview></geo-preview>', 'Change this page');
  const heard = async (key: string, words: RegExp) => {
    reader.speech.listen();
    reader.press(key);
    await reader.speech.hear((all) => words.test(all.join(' ')));
  };
  await reader.page.getByRole('button', { name: 'Change this page' }).focus();
  await heard('Return', /Point at the page/);
  await heard('Tab', /Choose from a list/);
  await heard('Return', /Heading 1 “Start”/);
  await heard('Down', /Paragraph “Shoes”/);
  await heard('Return', /What to change/);
  await reader.speech.hear((words) => words.join(' ').includes('Paragraph “Shoes” is chosen'));
  await reader.page.getByLabel('New words').fill('Shoes for {city}');
  reader.speech.listen();
  await reader.page.getByRole('button', { name: 'Keep this change' }).press('Enter');
  await reader.speech.hear((words) => words.join(' ').includes('Kept: Paragraph “Shoes”'));
});
