import type { Page } from '@playwright/test';
import { silentMistakes } from '../../support/silent-mistakes.ts';
import { scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { eachRow, expect, open, test } from '../support/test.ts';

const fine =
  '<geo-if country="FR">A <span slot="else" hidden>B</span></geo-if><geo-if country="DE">A<template slot="else">B</template></geo-if><geo-currency prices="USD 49, EUR 45">$49</geo-currency><geo-flag alt=""></geo-flag><geo-text template="{city}">your <b>city</b></geo-text>';

async function expectSilence(page: Page, requests: readonly string[], lines: readonly string[]): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.visitorStatus === 'ready');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(requests.filter((path) => path.includes('explain'))).toEqual([]);
  expect(lines).toEqual([]);
}

const local = (url: string) => url.replace('127.0.0.1', 'localhost');

test('a live page says nothing of them, and fetches no file for owners @rare', async ({ page, lines }) => {
  await eachRow(
    silentMistakes.map((row) => [row.mistake, row]),
    page,
    async ([, { markup, tag = scriptTag }], site) => {
      site.visitor = visitors.lyon;
      await page.goto(site.page(`<main>${markup}</main>`, { tag }));
      await expectSilence(page, site.requests, lines);
    },
  );
});

test('with debug off localhost says nothing, and fetches no file for owners @rare', async ({ page, site, lines }) => {
  site.visitor = visitors.lyon;
  const tag = scriptTag.replace('>', ' data-debug="off">');
  await page.goto(local(site.page('<p data-geo-txt="{city}">A</p>', { tag })));
  await expectSilence(page, site.requests, lines);
});

/** A place of its own for each mistake, far below what is in view. What contains the rest of the page is last. */
const places = silentMistakes
  .map(({ markup }, index) => `<section data-place="${index}" style="padding-block-start: 2000px">${markup}</section>`)
  .join('');
const tags = silentMistakes.map(({ tag = '' }) => tag).join('');

test('control and console name each mistake once, and it leads there', async ({ page, site, lines, expectLines }) => {
  expectLines(/^info: \[geolet\]/);
  await page.goto(`${site.page(places, { tag: tags })}?geo-as=FR`);
  await expect(page.locator('geo-preview [part=mistakes] summary')).toBeVisible();
  await page.locator('geo-preview [part=mistakes] summary').click();
  const items = page.locator('geo-preview [part=mistakes]').getByRole('listitem');
  for (const { line } of silentMistakes) {
    const said = line.replace('2 script tags', '4 script tags');
    await expect(items.filter({ hasText: said })).toHaveCount(1);
    expect(lines.filter((printed) => printed === `info: [geolet] ${said}`)).toHaveLength(1);
  }
  for (const [index, { mistake, line, tag }] of silentMistakes.entries()) {
    if (tag) continue;
    const isAt = () =>
      page
        .locator(`[data-place="${index}"]`)
        .evaluate(
          (place) => place.getBoundingClientRect().bottom > 0 && place.getBoundingClientRect().bottom < innerHeight,
        );
    expect(await isAt(), mistake).toBe(false);
    await items.filter({ hasText: line }).getByRole('button', { name: 'Show' }).click();
    await expect.poll(isAt, mistake).toBe(true);
  }
});

test('of two script tags with other settings one is to be kept, with what the other says', async ({
  page,
  site,
  expectLines,
}) => {
  expectLines(/^info: \[geolet\]/);
  const tag = scriptTag + scriptTag.replace('"/geo"', '"/where"');
  await page.goto(`${site.page(fine, { tag })}?geo-as=FR`);
  await page.locator('geo-preview [part=mistakes] summary').click();
  await expect(page.locator('geo-preview [part=mistakes] li p')).toHaveText([
    /^2 script tags load geolet.js/,
    /which was not read: another tag ran first. Write it into the one that you keep/,
  ]);
});

test("the preview's control lists nothing where nothing is wrong, and with debug off @rare", async ({ page, site }) => {
  await open(page, `${site.page(fine)}?geo-as=FR`);
  await expect.poll(() => site.requests).toContainEqual(expect.stringMatching(/geolet-explain/));
  await page.evaluate(() => globalThis.geolet?.inspect());
  await expect(page.locator('geo-preview [part=mistakes]')).toBeHidden();
  const tag = scriptTag.replace('>', ' data-debug="off">');
  await open(page, `${site.page('<p data-geo-txt="{city}">A</p>', { tag })}?geo-as=FR`);
  await expect(page.locator('geo-preview [part=mistakes]')).toBeHidden();
});
