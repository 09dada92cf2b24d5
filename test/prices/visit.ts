import type { Browser } from '@playwright/test';
import type { Surface } from '../surfaces/surface.ts';
import { type Expected, expectedOf, type Seen, type Visit } from './expected.ts';
import { describedIn } from './described.ts';
import { hasVariant, listOf, variantOf } from './shops.ts';

/** A busy machine may write a page some frames after its record is there. */
const patienceMs = 5000;

/** Opens a page by its link, and looks at its price wherever it stands. */
export async function visitPage(browser: Browser, surface: Surface, visit: Visit): Promise<Seen> {
  const { shop, visitor, link } = visit;
  const address = surface.addressOf(shop.path + (link && `?geo-choice=${link}`));
  const headers = { 'x-forwarded-for': visitor.address };
  const sent = describedIn(await (await fetch(address, { headers: { ...headers, accept: 'text/html' } })).text());
  const context = await browser.newContext({ locale: 'en-US', extraHTTPHeaders: headers });
  // A busy machine must not make an answer late.
  await context.addInitScript(() => Object.assign(globalThis, { geoletConfig: { timeoutMs: 20_000 } }));
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(
    () => globalThis.geolet?.visitor && !document.querySelector('[data-geolet-was], geo-currency:not(:defined)'),
  );
  if (hasVariant(shop)) await page.locator('#variant').click();
  const list = listOf(hasVariant(shop) ? variantOf(shop) : shop);
  const expected = expectedOf(visit, surface.embedded);
  const end = Date.now() + patienceMs;
  for (;;) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const seen = {
      ...(await page.evaluate(look, list)),
      sent,
      described: describedIn(await page.content()),
    };
    if (differences(seen, expected).length > 0 && Date.now() < end) continue;
    await context.close();
    return seen;
  }
}

/** In which places the price is another. */
export function differences(seen: Seen, expected: Expected): readonly (keyof Seen)[] {
  const names = Object.keys(expected) as (keyof Seen)[];
  return names.filter((name) => !expected[name].includes(seen[name]));
}

/** Runs in the page. */
async function look(list: string): Promise<Omit<Seen, 'sent' | 'described'>> {
  const price = document.querySelector('#price');
  const shows = (element: Element | null | undefined) => !!element && element.getClientRects().length > 0;
  const part = (name: string) => price?.shadowRoot?.querySelector(`[part~=${name}]`);
  const former = part('was');
  const value = part('value');
  // Without the words for screen readers.
  const text = (element: Element | null | undefined) =>
    [...(element?.childNodes ?? [])]
      .map((node) => (node instanceof Element && node.matches('.spoken') ? '' : (node.textContent ?? '')))
      .join('')
      .trim();
  const link = document.querySelector('#buy')?.getAttribute('href') ?? '';
  const answer = await globalThis.geolet?.price(list);
  return {
    visible: shows(value) && text(value) ? text(value) : text(price),
    former: shows(former) ? text(former) : '',
    again: text(document.querySelector('#again')),
    charged: new URL(link, location.href).searchParams.get('currency') ?? '',
    answered: JSON.stringify(answer),
  };
}
