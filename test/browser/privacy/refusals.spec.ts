import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { expect, visibleText } from '../support/test.ts';
import { signalPrivacy } from '../visitor/privacy-signal.ts';
import { requestsFor, test } from '../visitor/told.ts';

/** The recipe that deletes all where somebody refuses, as an owner copies it. */
const recipe =
  /```html\n([^]*?)```/.exec(readFileSync('docs/consent.md', 'utf8').split("### Geolet's lookup")[1] ?? '')?.[1] ?? '';
const listen = `<script>
  heard = [];
  document.addEventListener('geo-optout', (event) => heard.push(event.optOut));
</script>`;
const markup = `<main><p data-geo-show="gpc" hidden>signal</p><geo-optout><a href="/out">Opt out</a><span slot="honored" hidden>Honoured</span></geo-optout></main>`;
const refuses = { signal: ['signal', []], stored: [true, []], none: [false, []] };

const own = (page: Page) => page.evaluate(() => [geolet?.optOut, Reflect.get(globalThis, 'heard')]);
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
const expectText = (page: Page, text: string) => expect.poll(() => visibleText(page.locator('main'))).toBe(text);

test('a link that says no to the signal takes it from nobody, on its page and the next', async ({ page, site }) => {
  await signalPrivacy(page);
  const url = site.page(markup, { head: listen });
  for (const address of [`${url}?geo-as=US;gpc:no`, url]) {
    await page.goto(address);
    await expectText(page, 'signal Honoured');
    expect(await own(page)).toEqual(refuses.signal);
    expect(await page.evaluate(() => geolet?.matches('gpc'))).toBe(true);
  }
  expect(requestsFor('/geo', site)).toBe(0);
});

test('a link with the signal shows it, and nothing takes it for the visitor’s', async ({ page, site }) => {
  const tag = `${listen}${recipe}${scriptTag.replace('data-', 'data-consent="required" data-')}`;
  const url = site.page(markup, { tag });
  await page.goto(url);
  await page.waitForFunction(() => geolet?.visitor);
  await page.evaluate(() => geolet?.consent(true));
  await expect.poll(() => stored(page)).toEqual(['geolet:consent', `geolet:${site.url}/geo`]);
  await page.goto(`${url}?geo-as=US;gpc:yes`);
  await expectText(page, 'signal Honoured');
  expect([await own(page), await stored(page)]).toEqual([refuses.none, ['geolet:consent', `geolet:${site.url}/geo`]]);
  const control = page.locator('geo-preview');
  await control.getByText('More').click();
  await control.getByLabel('Opt-out signal').uncheck();
  await expectText(page, 'Opt out');
  // The visitor's own press is a refusal wherever it is made, and takes all with it.
  await page.getByRole('button', { name: 'Opt out' }).click();
  await expect.poll(() => stored(page)).toEqual(['geolet-optout']);
  expect(await own(page)).toEqual([true, [true]]);
  await page.goto(`${url}?geo-as=US;gpc:no`);
  await expect(page.getByRole('button', { name: 'Opt out' })).toHaveAttribute('aria-pressed', 'true');
  expect(await own(page)).toEqual(refuses.stored);
});
