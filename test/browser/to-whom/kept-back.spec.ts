import { expect, open, test, visibleText } from '../support/test.ts';
import { answer, be } from '../elements/support.ts';

const asking =
  '<main><geo-if postal="69*">A</geo-if><geo-if postal="75*">B</geo-if><geo-if near="45,4,9km" isp="Orange" asn="3215">C</geo-if><b data-geo-text="{postal}">D</b><b data-geo-text="{ISP|E} {latitude|}">E</b></main>';

test('what the proxy keeps back is named once, with the setting', async ({ page, site, lines, expectLines }) => {
  expectLines(/kept-back/);
  await open(page, site.page(asking));
  expect(await visibleText(page.locator('main'))).toBe('A B C DE');
  const named = lines.map((line) => /kept-back: (\S+)\. How/.exec(line)?.[1]);
  expect(named).toHaveLength(4);
  expect(new Set(named)).toEqual(new Set(['ASN', 'ISP', 'latitude', 'postalCode']));
  const state = await page.evaluate(() => globalThis.geolet?.inspect());
  const words = state?.mistakes.map((line) =>
    /^kept-back: (\S+): the proxy's (GEOLET_EXPOSE=\S+)$/.exec(line)?.slice(1).join(' '),
  );
  expect(new Set(words)).toEqual(
    new Set([
      'postalCode GEOLET_EXPOSE=postalCode',
      'ISP GEOLET_EXPOSE=ISP',
      'ASN GEOLET_EXPOSE=ASN',
      'latitude GEOLET_EXPOSE=latitude,longitude',
    ]),
  );
});

test('nothing is said to be kept back where nothing is @rare', async ({ page, site }) => {
  answer(site, {});
  await open(page, site.page(asking, { path: '/nowhere' }));
  await be(page, 'JP');
  expect(await page.evaluate(() => geolet?.matches('postal: 1*'))).toBeUndefined();
  answer(site, { countryCode: 'FR' });
  await open(
    page,
    site.page('<geo-if city="Lyon" state="FR-ARA" timezone="Europe/Paris" device="tv">A</geo-if>', {
      path: '/other',
      tag: '<script async src="/geolet.js" data-storage="off"></script>',
    }),
  );
});

test('a mistake is named once, however often it stands there @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/\[geolet\]/);
  const mistakes = [
    'region="Europe"',
    'country="Germany"',
    'country="DE，AT"',
    'country=""',
    'state="CA"',
    'state="California" country="FR"',
    'cuntry="DE"',
  ]
    .map((mistake) => `<geo-if ${mistake}>A</geo-if>`)
    .join('');
  const html = `<main>${mistakes}${mistakes}<geo-if country="UK EL EU">B</geo-if><geo-if not-country="EU">C</geo-if></main>`;
  await open(page, site.page(html));
  expect(await visibleText(page.locator('main'))).toBe(`${'A '.repeat(14)}B`);
  expect(lines.map((line) => /\[geolet\] ([a-z-]+): <geo-if [^>]*>\. How/.exec(line)?.[1])).toEqual([
    'unknown-condition',
    'unusable-value',
    'unusable-value',
    'empty-condition',
    'state-without-country',
    'unusable-value',
    'empty-condition',
  ]);
  expect(site.requests.filter((path) => path.includes('explain'))).toEqual([]);
  const state = await page.evaluate(() => globalThis.geolet?.inspect());
  expect(state?.mistakes).toEqual([
    'unknown-condition: <geo-if region="Europe">: "region" is not a condition; did you mean state or subregion?',
    'unusable-value: <geo-if country="Germany">: there is no country "germany"; did you mean country="DE"?',
    'unusable-value: <geo-if country="DE，AT">: "de，at" has full-width punctuation, which lists are not split at: write , ; and :',
    'empty-condition: <geo-if country="">: country has no value: write one, such as country="DE AT"',
    'state-without-country: <geo-if state="CA">: more than one country has a state "ca": write the country too, such as state="US-CA"',
    'unusable-value: <geo-if state="California" country="FR">: "california" is not the code of a state: write the country and the code, such as state="US-CA"',
    'empty-condition: <geo-if cuntry="DE">: there is no condition: write one, such as country="DE AT"',
  ]);
});
