import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { type Cell, type Seen } from './expected.ts';
import type { Surface } from '../surfaces/surface.ts';
import { pathOf, visitorAddress } from './site.ts';

const lookup = /\/geo$|\/geolet\/v1\/visitor/;

/** What earlier pages have left in the browser, for each choice and consent of a surface. */
export type Past = Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>;

/** A busy machine may bind a page some frames after it is the widget's. */
const patienceMs = 5000;

/**
 * Opens a page as the visitor of one cell.
 *
 * @param isRight ends the wait for what the page comes to.
 * @returns what they see once it has settled.
 */
export async function visit(
  browser: Browser,
  surface: Surface,
  past: Past,
  cell: Cell,
  isRight: (seen: Seen) => boolean,
): Promise<Seen> {
  const key = `${cell.choice}, ${cell.consent}`;
  const storageState = past.get(key) ?? (await decide(browser, surface, cell));
  past.set(key, storageState);
  const headers = { 'x-forwarded-for': visitorAddress(cell.region), ...(cell.signal && { 'sec-gpc': '1' }) };
  const { context, page } = await open(browser, { storageState, extraHTTPHeaders: headers });
  if (cell.signal)
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
    );
  let asked = false;
  page.on('request', (request) => (asked ||= lookup.test(request.url())));
  await page.goto(surface.addressOf(pathOf(cell.consent)));
  await settle(page);
  const end = Date.now() + patienceMs;
  let seen = { ...(await page.evaluate(look)), asked };
  while (!isRight(seen) && Date.now() < end) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    seen = { ...(await page.evaluate(look)), asked };
  }
  await context.close();
  return seen;
}

/** What the visitor has decided on an earlier page, in a browser without the signal, while no record came. */
async function decide(browser: Browser, surface: Surface, { choice, consent }: Cell) {
  const { context, page } = await open(browser, {});
  await page.route(lookup, (route) => route.abort());
  await page.goto(surface.addressOf(pathOf(consent)));
  await settle(page);
  if (consent === 'given' || consent === 'withdrawn') await page.evaluate(() => globalThis.geolet?.consent(true));
  const button = page.locator('geo-optout').getByRole('button');
  if (choice !== 'none') await button.click();
  if (choice === 'taken back') await button.click();
  if (consent === 'withdrawn') await page.evaluate(() => globalThis.geolet?.consent(false));
  const state = await context.storageState();
  await context.close();
  return state;
}

async function open(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  // A busy machine must not make an answer late.
  await context.addInitScript(() => Object.assign(globalThis, { geoletConfig: { timeoutMs: 20_000 } }));
  return { context, page: await context.newPage() };
}

async function settle(page: Page): Promise<void> {
  // A page that a server has written is the widget's once no mark of the server's is left.
  await page.waitForFunction(
    () => globalThis.geolet?.visitor && !document.querySelector('[data-geolet-was], geo-optout:not(:defined)'),
  );
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Runs in the page. */
function look(): Omit<Seen, 'asked'> {
  const shows = (element: Element) => element.getClientRects().length > 0;
  const honored = document.querySelector('geo-optout > [slot=honored]');
  const button = document.querySelector('geo-optout')?.shadowRoot?.querySelector('button');
  const offers = !!button && shows(button);
  const offered = button?.ariaPressed === 'true' ? 'pressed' : 'not pressed';
  const element = offers ? offered : 'honored';
  return {
    blocks: [...document.querySelectorAll('[data-geo-show],.geo-show-usoptout')]
      .filter(shows)
      .map((block) => block.textContent ?? ''),
    optOut: globalThis.geolet?.optOut,
    element: !!honored && shows(honored) === offers ? 'both or none' : element,
    stored: localStorage.getItem('geolet-optout') !== null,
  };
}
