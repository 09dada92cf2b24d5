import type { CDPSession, Page } from '@playwright/test';
import { demoVisitors, otherVisitors } from '../../../demo/visitors.ts';
import { missingCharacters } from '../../support/brought-fonts.ts';
import { expect } from '../support/test.ts';
import { test } from './machine-fonts.ts';
import { visitAs } from './support.ts';

interface DomNode {
  readonly nodeId: number;
  readonly nodeName: string;
  readonly nodeType: number;
  readonly nodeValue: string;
  readonly attributes?: readonly string[];
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
}

/** Elements with a text of their own, shadow roots included; of coloured code the lines, whose parts are asked about with them. */
function withText(node: DomNode): DomNode[] {
  if (/^(HEAD|SCRIPT|STYLE|TEMPLATE|NOSCRIPT|OPTION)$/.test(node.nodeName) || node.attributes?.includes('data-part'))
    return [];
  const inside = [...(node.children ?? []), ...(node.shadowRoots ?? [])];
  const hasText =
    node.attributes?.includes('line') || inside.some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue.trim());
  return [...(hasText ? [node] : []), ...inside.flatMap(withText)];
}

/** @returns texts with letters in a font of the machine, each with that font. What was `seen` before is not looked at again. */
async function inOtherFonts(session: CDPSession, seen: Set<string>): Promise<string[]> {
  const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: DomNode };
  const texts = new Map(withText(root).map((node) => [`${node.nodeName}: ${textIn(node)}`, node.nodeId]));
  // Plain English is that of the first visitor, or of the same letters.
  const isFirst = seen.size === 0;
  const asked = [...texts]
    .filter(([text]) => !seen.has(text) && (isFirst || /[^ -~]/.test(text)))
    .map(async ([text, nodeId]) => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      if (fonts.length) seen.add(text);
      return fonts
        .filter(({ isCustomFont }) => !isCustomFont)
        .map(({ familyName }) => `${text.slice(0, 80)} in ${familyName}`);
    });
  return (await Promise.all(asked)).flat();
}

function textIn({ nodeValue, children = [] }: DomNode): string {
  return [nodeValue, ...children.map(textIn)].join(' ').trim();
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** With every font there that the page now needs. */
async function fontsThere(page: Page): Promise<void> {
  await nextFrame(page);
  await page.evaluate(() => document.fonts.ready);
}

async function inspect(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  return session;
}

test('every letter that a visitor reads is in a font that the demo brings @release', async ({ browserWith, demo }) => {
  test.setTimeout(120_000);
  const page = await (await browserWith('dejavu')).newPage({ locale: 'en-US', timezoneId: 'UTC' });
  await page.goto(demo.url);
  await page.locator('.whole summary').click();
  const session = await inspect(page);
  const seen = new Set<string>();
  for (const { id, label } of [...demoVisitors, ...otherVisitors.filter(({ id }) => id !== 'slow')]) {
    await visitAs(
      page,
      id,
      { unknown: /unknown/, down: /No answer/ }[id] ??
        new RegExp(label.normalize('NFD').replace(/\p{M}/gu, '.{0,2}').slice(0, 3)),
    );
    await fontsThere(page);
    expect(await inOtherFonts(session, seen), label).toEqual([]);
  }
  expect([...seen].join()).toContain('こんにちは');
  for (const path of ['/docs/record.html', '/docs/doctor.html']) {
    await page.goto(demo.url + path);
    await fontsThere(page);
    expect(await inOtherFonts(session, seen), path).toEqual([]);
  }
});

test('a letter that they lack is found in a font of the machine @release', async ({ browserWith, demo }) => {
  const page = await (await browserWith('dejavu')).newPage();
  await page.goto(`${demo.url}/license.html`);
  await page.locator('h1').evaluate((heading) => (heading.textContent = 'Ελλάδα'));
  await fontsThere(page);
  expect(await inOtherFonts(await inspect(page), new Set())).toContain('H1: Ελλάδα in DejaVu Serif');
});

test('they have the names of all countries and continents @release', async ({ page, demo }) => {
  await page.goto(demo.url);
  await expect(page.locator('#card-flag [lang="ja"]')).toBeVisible();
  const names = await page.evaluate(async () => {
    const { country = [] } = (await (await fetch('choices.json')).json()) as Record<
      string,
      [code: string, name: string][]
    >;
    const inLanguages = ['en', 'de', 'ja', 'ar'].flatMap((language) =>
      country.map(([code]) => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? ''),
    );
    const listed = [...document.querySelectorAll('geo-select')].flatMap((list) =>
      [...(list.shadowRoot?.querySelectorAll('option') ?? [])].slice(0, 13).map(({ text }) => text),
    );
    return [...inLanguages, ...listed].join('');
  });
  expect(names).toContain('भारत');
  expect(missingCharacters(names)).toEqual({});
});

test('fonts come from the page’s own origin, and nothing is asked of another @rare', async ({ page, demo }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const path of ['/', '/docs/markup.html']) {
    await page.goto(demo.url + path);
    await page.evaluate(() => document.fonts.ready);
  }
  expect(requests.filter((url) => !url.startsWith(`${demo.url}/`))).toEqual([]);
  expect(requests.filter((url) => url.endsWith('.woff2')).length).toBeGreaterThan(3);
  const font = await page.request.get(`${demo.url}/fonts/figtree.woff2`);
  expect(font.headers()).toMatchObject({ 'content-type': 'font/woff2', 'x-content-type-options': 'nosniff' });
});

for (const width of [320, 390, 1024, 1440]) {
  for (const [path, visitor] of [
    ['/', 'lyon'],
    ['/', 'osaka'],
    ['/readme.html', 'lyon'],
  ] as const) {
    // A letter is not exactly as wide as the one that stood in for it, so a line may break elsewhere. Measured were 0.0003 to 0.004.
    test(`next to nothing moves when fonts arrive: ${path} as ${visitor}, ${width} @release`, async ({
      browserWith,
      demo,
    }) => {
      const page = await (
        await browserWith('dejavu')
      ).newPage({ viewport: { width, height: 900 }, locale: 'en-US', timezoneId: 'UTC' });
      await page.context().addCookies([{ name: 'demo-visitor', value: visitor, url: demo.url }]);
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/*.woff2', async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(demo.url + path, { waitUntil: 'domcontentloaded' });
      if (path === '/') await expect(page.locator('#visit-status')).toHaveText(/Seen from/);
      await nextFrame(page);
      await page.evaluate(() => {
        Reflect.set(window, 'shift', 0);
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Reflect.set(window, 'shift', Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')));
        }).observe({ type: 'layout-shift' });
      });
      expect(await page.evaluate(() => document.fonts.status)).toBe('loading');
      release();
      await page.waitForFunction(
        () =>
          document.fonts.status === 'loaded' &&
          document.fonts.check('1rem Figtree') &&
          document.fonts.check('700 1rem "Noto Serif Display"'),
      );
      await nextFrame(page);
      const shift = await page.evaluate(() => Number(Reflect.get(window, 'shift')));
      expect(shift).toBeLessThanOrEqual(0.01);
    });
  }
}
