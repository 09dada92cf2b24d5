import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { widgetFilesIn } from '../../src/proxy/node/files.ts';
import { widgetFileName } from '../../src/proxy/widget-files.ts';
import { visibleText } from '../engines/visible-text.ts';
import { lyon, shareEdge } from './edge.ts';
import { shareBrowser } from './browser.ts';

interface Vector {
  readonly condition: string;
  readonly record: object | null;
  readonly page: {
    readonly language?: string;
    readonly timezone?: string;
    readonly now?: number;
    readonly color?: 'light' | 'dark';
    readonly referrer?: string;
    readonly path?: string;
    readonly query?: string;
    readonly returning?: boolean | null;
    readonly gpc?: boolean;
  };
  readonly groups?: object;
  readonly answer: boolean | null;
}

const vectorsOf = (name: string) =>
  (JSON.parse(readFileSync(`test/cases/${name}.json`, 'utf8')) as { cases: readonly Vector[] }).cases;
const cases = [...vectorsOf('conditions'), ...vectorsOf('lazy-conditions')]
  // Every browser either sends the signal or does not; elsewhere nobody may know. And the proxy keeps back the state of those who send it.
  .filter(({ condition, page }) =>
    page.gpc ? !condition.includes('state:') : page.gpc === false || !condition.includes('gpc'),
  )
  // So does every page have an address.
  .filter(({ condition, page }) => page.path !== undefined || !condition.includes('path:'));

/** What must be the same for vectors to stand on one page. */
const circumstancesOf = ({ record, page, groups }: Vector) => JSON.stringify([record, page, groups]);

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Each form shows A on yes and B on no, and nothing when it is unknown. */
function forms({ condition }: Vector): string {
  const attributes = condition
    .split(';')
    .filter((part) => part.trim())
    .map((part) => {
      const [name = '', ...value] = part.split(':');
      return `${name.trim()}="${escape(value.join(':').trim())}"`;
    });
  return `<section>
    <p><geo-if ${attributes.join(' ')} hidden><b>A</b><b slot="else" hidden>B</b></geo-if></p>
    <p><geo-if ${attributes.join(' ')} hidden><template><b>A</b></template><template slot="else"><b>B</b></template></geo-if></p>
    <p><geo-switch><geo-case ${attributes.join(' ')} hidden><b>A</b></geo-case></geo-switch></p>
    <p><b data-geo-show="${escape(condition)}" hidden>A</b><b data-geo-hide="${escape(condition)}" hidden>B</b></p>
  </section>`;
}

const isBrowsers = ({ condition, groups }: Vector) =>
  /timezone|local-time|color|returning/.test(condition + JSON.stringify(groups ?? ''));

const edge = shareEdge();
/** What the address serves, and what has been asked for. */
let served = '';
/** The path of its address. */
let servedAt = '/';
const requests: string[] = [];
const files = widgetFilesIn(process.env.GEOLET_DIST ?? 'dist');
const host = shareBrowser((request, response) => {
  const path = (request.url ?? '').replace(/\?.*/, '');
  const name = widgetFileName(path);
  if (path !== servedAt) requests.push(path);
  if (path === servedAt) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(served);
  else if (name)
    void files(name, []).then((file) =>
      response
        .writeHead(200, { 'content-type': name.endsWith('.json') ? 'application/json' : 'text/javascript' })
        .end(file?.body),
    );
  else response.writeHead(404).end();
});

const remembering = '<script async src="/geolet.js"></script>';
const tag = '<script async src="/geolet.js" data-storage="off"></script>';

async function serve(
  body: string,
  { record, page, groups }: Pick<Vector, 'record' | 'groups'> & { readonly page: Partial<Vector['page']> },
  head = tag,
  headers: Record<string, string> = {},
): Promise<void> {
  const settings = groups
    ? `<script type="application/json" data-geo-settings>${JSON.stringify({ groups })}</script>`
    : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">${settings}${head}</head><body>${body}</body></html>`;
  const language = page.language ?? 'en-US';
  servedAt = encodeURI(page.path ?? '/');
  const response = await edge.render(
    { html, record },
    {
      site: host.url.slice(0, -1),
      path: servedAt + (page.query ?? ''),
      headers: {
        'accept-language': `${language},en;q=0.5`,
        ...(page.referrer && { referer: page.referrer }),
        ...(page.gpc && { 'sec-gpc': '1' }),
        ...headers,
      },
    },
  );
  served = await response.text();
  requests.length = 0;
}

/** What a visitor reads in each form of each section. */
function readForms(page: Page): Promise<(string | null)[][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('section')].map((section) =>
      [...section.children].map((form) =>
        [...form.querySelectorAll('b')]
          .filter((part) => part.getClientRects().length)
          .map((part) => part.textContent)
          .join(''),
      ),
    ),
  );
}

const textOf = (answer: boolean | null) => (answer ? 'A' : { false: 'B', null: '' }[String(answer)]);
const expectedIn = (answer: boolean | null) => [textOf(answer), textOf(answer), answer ? 'A' : '', textOf(answer)];

describe('the shared vectors', () => {
  it(
    'show at the edge, with scripts off, what the browser answers, or stand as written where only the browser knows',
    { timeout: 120_000 },
    async () => {
      const context = await host.browser.newContext({ javaScriptEnabled: true });
      const page = await context.newPage();
      for (const circumstances of new Set(cases.map(circumstancesOf))) {
        const vectors = cases.filter((vector) => circumstancesOf(vector) === circumstances);
        const [first] = vectors;
        if (!first) continue;
        await serve(vectors.map(forms).join(''), first, '');
        await page.goto(new URL(servedAt, host.url).href);
        const seen = await readForms(page);
        const told = vectors.map((vector, index) => ({ condition: vector.condition, seen: seen[index] }));
        const expected = vectors.map((vector) => ({
          condition: vector.condition,
          seen: vector.record === null || isBrowsers(vector) ? expect.anything() : expectedIn(vector.answer),
        }));
        expect(told, circumstances).toEqual(expected);
        for (const [index, vector] of vectors.entries()) {
          // Left to the browser, or decided by what else the condition asks; never something else.
          if (vector.record === null) expect(seen[index]).toEqual(expectedIn(null));
          else if (isBrowsers(vector))
            expect([expectedIn(null), expectedIn(vector.answer)]).toContainEqual(seen[index]);
        }
      }
      await context.close();
    },
  );

  it('show the same once the widget has taken the page over, whoever answered', { timeout: 300_000 }, async () => {
    const placeOf = ({ page: { language = 'en-US', timezone = 'UTC' } }: Vector) => `${language} ${timezone}`;
    for (const place of new Set(cases.map(placeOf))) {
      const [locale = '', timezoneId = ''] = place.split(' ');
      const here = cases.filter(
        (vector) => placeOf(vector) === place && vector.page.returning !== true && vector.record !== null,
      );
      for (const circumstances of new Set(here.map(circumstancesOf))) {
        const vectors = here.filter((vector) => circumstancesOf(vector) === circumstances);
        const [first] = vectors;
        if (!first) continue;
        const { color = 'light', referrer, query = '', now, returning, gpc } = first.page;
        // Where nothing may be remembered, nobody knows whether the visitor has been here.
        await serve(vectors.map(forms).join(''), first, returning === false ? remembering : tag);
        const context = await host.browser.newContext({ locale, timezoneId, colorScheme: color });
        const page = await context.newPage();
        if (gpc)
          await page.addInitScript(() =>
            Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true, configurable: true }),
          );
        if (now !== undefined) {
          await page.clock.setFixedTime(now);
          served = served.replace(/"time":\d+/, `"time":${now}`);
        }
        await page.goto(new URL(servedAt + query, host.url).href, referrer ? { referer: referrer } : {});
        await expect
          .poll(() => readForms(page), { message: circumstances, timeout: 20_000 })
          .toEqual(vectors.map(({ answer }) => expectedIn(answer)));
        await context.close();
      }
    }
  });
});

const shop = `
  <h1 data-geo-text="Hello {city}">Hello &amp; welcome</h1>
  <a data-geo-href="/{country:lower}" href="/all" class="x" data-geo-class="in-{country}">link</a>
  <img alt="A" data-geo-alt="In {country}" src="data:,">
  <p data-geo-show="country: FR" hidden>France</p><p data-geo-hide="country: FR">elsewhere</p>
  <geo-text template="{city}">your city</geo-text> <geo-currency prices="USD 49, EUR 45" was="USD 59, EUR 55">$49</geo-currency>
  <geo-if country="FR"><template>Oui <b data-geo-text="{country}">x</b></template>No</geo-if>
  <geo-if country="JP">Japan <i slot="else" hidden>not Japan</i></geo-if>
  <geo-switch><geo-case country="JP" hidden>JP</geo-case><geo-case country="FR" hidden>FR</geo-case>default</geo-switch>`;

describe('a page that the edge has written', () => {
  const here = { record: lyon, page: {} };
  /** Everything that a frame shows, from the first on. */
  const watch = (page: Page) =>
    page.addInitScript(() => {
      const frames: string[] = [];
      Object.assign(globalThis, { frames });
      const look = () => {
        if (document.readyState !== 'loading')
          frames.push(
            [...document.querySelectorAll<HTMLElement>('h1,p,geo-text,geo-currency,geo-if,geo-switch')]
              .map((element) => [element.getClientRects().length, element.offsetWidth, element.offsetTop])
              .join() +
              document.querySelector('h1')?.firstChild?.textContent +
              document.querySelector('a')?.href,
          );
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  const settle = async (page: Page) => {
    await page.waitForFunction(
      () =>
        globalThis.geolet?.visitor &&
        !document.querySelector('[data-geolet-was]') &&
        ['geo-if', 'geo-switch', 'geo-text', 'geo-currency'].every((tag) => customElements.get(tag)),
    );
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };

  it('is right with scripts off', async () => {
    await serve(shop, here, '');
    const page = await (await host.browser.newContext({ javaScriptEnabled: false })).newPage();
    await page.goto(host.url);
    expect(await page.evaluate(visibleText, 'body')).toBe(
      'Hello Lyon link France Lyon €55 €45 Oui France not Japan FR',
    );
    await page.context().close();
  });

  it('is taken over without a request for the record, without a line on the console and without a change in any frame', async () => {
    await serve(shop, here);
    const page = await (await host.browser.newContext()).newPage();
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    page.on('pageerror', (error) => lines.push(error.message));
    await watch(page);
    await page.goto(host.url);
    await settle(page);
    const frames = await page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames);
    expect(frames.length).toBeGreaterThan(2);
    expect([...new Set(frames)]).toEqual([frames[0]]);
    expect(lines).toEqual([]);
    expect(requests.map((path) => path.replace(/\.[\w-]+\.js$/, ''))).toEqual(
      expect.arrayContaining(['/geolet.js', '/geolet-edge']),
    );
    expect(requests).not.toContain('/geo');
    await page.context().close();
  });

  it('follows a choice, goes back on reset, and is as its owner wrote it without consent and after destroy', async () => {
    const original = await (await host.browser.newContext()).newPage();
    served = `<!doctype html><html lang="en"><head></head><body>${shop}</body></html>`;
    await original.goto(host.url);
    const written = await original.evaluate(() => document.body.outerHTML);
    for (const end of ['consent', 'destroy'] as const) {
      await serve(shop, here);
      const page = await (await host.browser.newContext()).newPage();
      await page.goto(host.url);
      await settle(page);
      const read = () => page.evaluate(() => document.querySelector('h1')?.textContent);
      await page.evaluate(() => globalThis.geolet?.override('JP'));
      expect(await page.evaluate(visibleText, 'geo-switch')).toBe('JP');
      expect(await page.locator('geo-currency').evaluate((element) => element.shadowRoot?.textContent)).toBe('');
      // Of Japan no city is known: the text is the owner's.
      expect(await read()).toBe('Hello & welcome');
      await page.evaluate(() => globalThis.geolet?.reset());
      expect(await read()).toBe('Hello Lyon');
      await page.evaluate(
        (end) => (end === 'consent' ? globalThis.geolet?.consent(false) : globalThis.geolet?.destroy()),
        end,
      );
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      expect(await page.evaluate(visibleText, 'body')).toBe(
        'Hello & welcome link elsewhere your city $49 No Japan default',
      );
      // Without consent the widget still runs, and keeps the copy of a template that it may show again.
      const isEqual = (written: string) =>
        document.body.isEqualNode(new DOMParser().parseFromString(written, 'text/html').body);
      if (end === 'destroy') expect(await page.evaluate(isEqual, written)).toBe(true);
      await page.context().close();
    }
    await original.context().close();
  });

  it('keeps a choice in the cookie that its owner named, and no longer than the choice', async () => {
    await serve(shop, here, remembering);
    const context = await host.browser.newContext();
    const page = await context.newPage();
    await page.goto(host.url);
    await settle(page);
    expect(await context.cookies()).toEqual([]);
    await page.evaluate(() => globalThis.geolet?.override('JP'));
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'geolet_choice', sameSite: 'Lax', path: '/' });
    await serve(shop, here, remembering, { cookie: `geolet_choice=${cookie?.value}` });
    expect(served).toContain('data-visitor-country="JP"');
    await watch(page);
    await page.goto(host.url);
    await settle(page);
    expect(new Set(await page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames)).size).toBe(1);
    await page.evaluate(() => globalThis.geolet?.consent(false));
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  it('puts back nothing that a binding could not have written', async () => {
    const hostile = `<script>addEventListener('DOMContentLoaded', () => { document.querySelector('aside').innerHTML = document.querySelector('textarea').value })</script>
      <textarea hidden><a data-geo-href="/x" data-geolet-was='{"href":"javascript:window.pwned=1","onclick":"window.pwned=1","style":"color:red"}'>x</a><b data-geo-onclick="x" data-geolet-was='{"onclick":"window.pwned=1"}'>y</b></textarea><aside></aside>`;
    await serve(hostile, here);
    const page = await (await host.browser.newContext()).newPage();
    await page.goto(host.url);
    await page.waitForFunction(() => globalThis.geolet?.visitor && !document.querySelector('[data-geolet-was]'));
    await page.locator('aside b').click();
    expect(await page.locator('aside').evaluate((aside) => aside.innerHTML)).not.toMatch(/javascript:| onclick| style/);
    expect(await page.evaluate(() => (globalThis as { pwned?: number }).pwned)).toBeUndefined();
    await page.context().close();
  });
});
