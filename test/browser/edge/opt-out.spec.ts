import type { Page } from '@playwright/test';
import { nextFrame } from '../elements/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';
import { signalPrivacy } from '../visitor/privacy-signal.ts';

const words = 'Do not sell my data';
const thanks = 'Your signal is honoured.';
const optOut = `<geo-optout><a href="/privacy">${words}</a> <b slot="honored" hidden>${thanks}</b></geo-optout>`;
const body = `<main>${optOut}</main>`;
const inTemplate = `<main>${optOut.replace(/<b.*b>/, `<template slot="honored">${thanks}</template>`)}</main>`;

const shown = (page: Page) => visibleText(page.locator('main'));
const markup = (page: Page) => page.locator('geo-optout').evaluate((element) => element.outerHTML);

for (const [name, html] of [
  ['words', body],
  ['a template', inTemplate],
] as const) {
  test(`a written page says before any script that the signal is honored: ${name}`, async ({ browser, page, site }) => {
    site.page(html);
    const { url } = await site.front();
    const silent = await browser.newPage({ javaScriptEnabled: false, extraHTTPHeaders: { 'sec-gpc': '1' } });
    await silent.goto(url);
    await expect(silent.getByText(thanks)).toBeVisible();
    await expect(silent.getByRole('link', { name: words })).toBeHidden();
    await silent.close();
    await signalPrivacy(page);
    await open(page, url);
    await page.waitForFunction(() => customElements.get('geo-optout'));
    await nextFrame(page);
    expect(await shown(page)).toBe(thanks);
    await page.evaluate(() => geolet?.destroy());
    expect(await shown(page)).toBe(words);
    expect(await markup(page)).toBe(/<geo-optout.*optout>/.exec(html)?.[0].replace(/hidden(?==|>)/, 'hidden=""'));
  });
}

test('without the signal a written page has the link, and the button with scripts', async ({ browser, page, site }) => {
  site.page(body);
  const { url } = await site.front();
  const silent = await browser.newPage({ javaScriptEnabled: false });
  await silent.goto(url);
  await expect(silent.getByRole('link', { name: words })).toBeVisible();
  await expect(silent.getByText(thanks)).toBeHidden();
  await silent.close();
  await open(page, url);
  await expect(page.getByRole('button', { name: words })).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
});

test('words for the signal that are not hidden show in neither page without it', async ({ browser, site }) => {
  site.page(body.replace(' hidden', ''));
  const { url } = await site.front();
  const silent = await browser.newPage({ javaScriptEnabled: false });
  await silent.goto(url);
  await expect(silent.getByRole('link', { name: words })).toBeVisible();
  await expect(silent.getByText(thanks)).toBeHidden();
  await silent.close();
});

test('a condition on it that says no hides it with the signal, too', async ({ page, site }) => {
  site.page(body.replace('<geo-optout', '<geo-optout data-geo-show="country: US" hidden'));
  const { url } = await site.front();
  await signalPrivacy(page);
  await open(page, url);
  await page.waitForFunction(() => customElements.get('geo-optout'));
  await nextFrame(page);
  expect(await shown(page)).toBe('');
});

test('what stands in data-geo-ignore is not written', async ({ browser, site }) => {
  site.page(`<div data-geo-ignore>${body}</div>`);
  const { url } = await site.front();
  const silent = await browser.newPage({ javaScriptEnabled: false, extraHTTPHeaders: { 'sec-gpc': '1' } });
  await silent.goto(url);
  await expect(silent.getByRole('link', { name: words })).toBeVisible();
  await silent.close();
});
