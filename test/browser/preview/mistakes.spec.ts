import { plantedMistakes } from '../../support/planted-mistakes.ts';
import { expect, test } from '../support/test.ts';

const places = plantedMistakes
  .map(({ markup }, index) => `<section data-place="${index}">${markup}</section>`)
  .join('');

/** What of the markup the line must name: the value at fault, or else the tag. */
function subjectOf(markup: string): string {
  return /="([^"]+)"/.exec(markup)?.[1]?.split(' ')[0] ?? /<([a-z-]+)/.exec(markup)?.[1] ?? '';
}

test("the preview's control says the fix of each mistake, and leads to it", async ({ page, site, expectLines }) => {
  expectLines(/^(info|warning): \[geolet\]/);
  await page.goto(`${site.page(places)}?geo-as=FR`);
  await expect(page.locator('geo-preview [part=mistakes] summary')).toBeVisible();
  await page.locator('geo-preview [part=mistakes] summary').click();
  const items = page.locator('geo-preview [part=mistakes]').getByRole('listitem');
  const said = await items.allInnerTexts();
  const missing = plantedMistakes.filter(
    ({ markup, fix, subject = subjectOf(markup) }) =>
      !said.some((text) => text.includes(fix) && text.includes(subject)),
  );
  expect(missing.map(({ markup, fix }) => `${markup} → ${fix}`)).toEqual([]);
  const names = await items
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(names.length).toBeGreaterThanOrEqual(plantedMistakes.length);
  expect(new Set(names).size).toBe(names.length);
});
