import { faults, scriptTag } from '../../support/site.ts';
import { pasted } from '../../support/ways-to-install.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test } from '../support/test.ts';

const tag = scriptTag.replace('>', ' data-debug="on">');

/** Groups are told apart from lines by their type. */
const title = /^startGroup: \[geolet\]/;

test('prints one group, and nothing to look at where all is well', async ({ page, site, lines, expectLines }) => {
  expectLines(/^(startGroup|endGroup|info):/);
  site.visitor = visitors.lyon;
  await open(page, site.page('<geo-if country="FR">A</geo-if><p data-geo-text="{city}">B</p>', { tag }));
  await expect
    .poll(() => lines.filter((line) => title.test(line)))
    .toEqual(['startGroup: [geolet] Geolet 0.1.0: ready, source network']);
  await expect.poll(() => lines.at(-1)).toMatch(/^endGroup/);
  const text = lines.join('\n');
  for (const line of [
    'The visitor is in Lyon, ARA, FR',
    `Endpoint: ${site.url}/geo, 200 in `,
    'Consent: not required; storage: used',
    'Elements: geo-if 1 yes',
    'Bindings: text 1 changed',
    'Files: geolet.js, ',
  ])
    expect(text).toContain(line);
  expect(text).not.toContain('To look at');
});

test('names typos, what is never met, missing fallbacks, prices @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(
    /^(startGroup|endGroup|info):/,
    /empty-condition/,
    /unsafe-binding/,
    /unknown-condition/,
    /element-children/,
    /unusable-template/,
  );
  site.visitor = visitors.lyon;
  await open(
    page,
    site.page(
      `
    <geo-if contry="DE">A</geo-if>
    <p data-geo-txt="{city}" data-geo-title="{city}">A</p>
    <geo-if data-country="DE">A</geo-if>
    <geo-currency price="USD 1, EUR 2">$1</geo-currency>
    <geo-text templat="{city}">A</geo-text>
    <p data-geo-show="country=FR">A</p><p data-geo-hide="eu unknown">A</p><p data-geo-hide="FR DE">A</p><p data-geo-hide="dach">A</p>
    <p data-geo-text="Hi {city}">Hi <b>you</b></p>
    <geo-iff country="DE">A</geo-iff>
    <geo-if country="XQ">A</geo-if>
    <geo-switch><geo-case country="DE">A</geo-case><geo-case country="FR">B</geo-case></geo-switch>
    <geo-text template="{city}"></geo-text><geo-text template="{city}"></geo-text>
    <a data-geo-href="/{country}">A</a>
    <geo-if country="FR" data-country="FR">A</geo-if><geo-currency prices="USD 1" data-price="1" data-prices="1">$1</geo-currency>
    <geo-currency prices="EUR 45, USD 49">$49</geo-currency>
    <span data-geo-currency="USD 1490, EUR 1290">$1,490.00</span>`,
      { tag },
    ),
  );
  await expect.poll(() => lines.at(-1)).toMatch(/^endGroup/);
  const text = lines.join('\n');
  for (const line of [
    '<geo-if contry="DE"> has contry, which is not a condition; did you mean country?',
    '<geo-if> has data-country, which is not a condition; did you mean country?',
    '<geo-currency price="USD 1, EUR 2"> has price, which is not a Geolet attribute; did you mean prices?',
    '<geo-currency price="USD 1, EUR 2"> has no prices, so it stays as written',
    '<geo-text templat="{city}"> has templat, which is not a Geolet attribute; did you mean template?',
    '"country=FR" is not a condition; did you mean country: FR?',
    '"eu unknown" is not a condition; did you mean eu: unknown?',
    '"FR DE" is not a condition; did you mean country: FR DE?',
    '"dach" is not a condition; did you mean group: dach?',
    '<p data-geo-txt="{city}" data-geo-title="{city}" title="Lyon"> has data-geo-txt, which is not a Geolet attribute; did you mean data-geo-text?',
    '<geo-iff country="DE"> is not a Geolet element; did you mean <geo-if>?',
    '<geo-if country="XQ"> is never yes: there is no country XQ',
    'a <geo-switch> has 2 cases without hidden',
    '<geo-text template="{city}"> has no content: nothing shows before the answer, on failure and to crawlers. Write what everybody may see between its tags (2 times)',
    'has no default href for an unknown location',
    '<geo-currency prices="EUR 45, USD 49"> says "$49", but its list is for EUR 45, its first price, so it stays as written for everybody',
    'empty-condition: <geo-if contry="DE">',
    'Fix: Write a value, or remove the attribute.',
  ])
    expect(text).toContain(line);
  expect(text).not.toContain('1290"> says');
  expect(text).not.toMatch(/country="FR"> has|prices="USD 1"> has/);
  expect(text).not.toContain('<p data-geo-text="Hi {city}"> has no default text');
  expect(lines.filter((line) => title.test(line))).toHaveLength(1);
});

test('says that the script started late @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/^(startGroup|endGroup|info):/);
  const late = `<script>addEventListener('load', () => setTimeout(() => { const script = document.createElement('script'); script.src = '/geolet.js'; script.dataset.debug = 'on'; document.head.append(script); }, 1500))</script>`;
  await open(page, site.page('<p data-geo-text="{city}">B</p>', { tag: late }));
  await expect
    .poll(() => lines.join('\n'))
    .toMatch(/the script started [1-9][\d.]* s after the page had loaded: an optimiser or a tag manager delays it/);
});

test('leaves out the twin that the snippet puts behind the tag @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/^(startGroup|endGroup|info):/);
  const address = site.page('<p data-geo-text="{city}">B</p>', { tag: tag + pasted('snippet') });
  await open(page, address);
  await expect.poll(() => lines.at(-1)).toMatch(/^endGroup/);
  await page.reload();
  await expect.poll(() => lines.filter((line) => line.startsWith('endGroup')).length).toBe(2);
  expect(await page.locator('script[src="/geolet.js"]').count()).toBe(2);
  expect(lines.join('\n')).not.toContain('script tags load');
});

test('says that the script is twice, and what is not read @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/^(startGroup|endGroup|info):/);
  site.visitor = visitors.lyon;
  // As an optimiser does it, which makes the tag inert and runs what it loads.
  const optimiser =
    "<script>fetch('/geolet.js').then((response) => response.text()).then((source) => (0, eval)(source))</script>";
  const config = "<script>window.geoletConfig = { debug: 'on' }</script>";
  await open(
    page,
    site.page('<p data-geo-text="{city}">A</p>', {
      tag: `${config}<script type="text/inert" src="/geolet.js" data-timeout-ms="900" data-endpoint="/geo"></script><script type="text/inert" src="/geolet.js"></script>${optimiser}`,
    }),
  );
  await expect.poll(() => lines.at(-1)).toMatch(/^endGroup/);
  expect(lines.join('\n')).toContain('the script tag says data-timeout-ms="900", which was not read');
  expect(lines.join('\n')).toContain('2 script tags load geolet.js');
  expect(lines.join('\n')).not.toContain('data-endpoint="/geo", which was not read');
});

test('names settings that are none, and nothing of others @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/^(startGroup|endGroup|info):/);
  const config = "<script>window.geoletConfig = { debug: 'on', endpont: '/geo', theme: 'dark' }</script>";
  await open(
    page,
    site.page('<p data-geo-text="{city}">A</p>', {
      tag: `${config}<script data-cfasync="false" async src="/geolet.js" data-enpoint="/geo" data-timeout="500" data-id="7"></script>`,
    }),
  );
  await expect.poll(() => lines.at(-1)).toMatch(/^endGroup/);
  expect(lines.join('\n')).toContain(
    'the script tag has data-enpoint, which is not a setting; did you mean data-endpoint?',
  );
  expect(lines.join('\n')).toContain(
    'the script tag has data-timeout, which is not a setting; did you mean data-timeout-ms?',
  );
  expect(lines.join('\n')).toContain('window.geoletConfig has endpont, which is not a setting; did you mean endpoint?');
  expect(lines.join('\n')).not.toMatch(/cfasync, which|data-id, which|theme/);
});

test('says what a proxy on another origin lacks @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/^(startGroup|endGroup|info):/, /CORS|ERR_FAILED/, /\[geolet\] network:/);
  const elsewhere = site.url.replace('127.0.0.1', 'localhost');
  await open(page, site.page('<p data-geo-text="{city}">A</p>', { tag: tag.replace('"/geo"', `"${elsewhere}/geo"`) }));
  await expect
    .poll(() => lines.join('\n'))
    .toContain(
      `the endpoint is on another origin: start its proxy with GEOLET_ORIGINS=${site.url}, and add ${elsewhere} to connect-src`,
    );
});

test('waits for the file of the elements on a slow line @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/^(startGroup|endGroup|info):/, /late-elements/);
  site.visitor = visitors.lyon;
  await page.route('**/geolet-elements.*', async (route) => {
    await expect.poll(() => site.requests).toContainEqual(expect.stringMatching(/geolet-explain/));
    setTimeout(() => void route.continue(), 1500);
  });
  const bindings = tag.replace('geolet.js', 'geolet-bindings.js');
  await page.goto(site.page('<geo-text template="{city}">B</geo-text>', { tag: bindings }));
  await expect.poll(() => lines.join('\n')).toContain('Elements: geo-text 1 changed');
});

test('is printed after a failure too, with what to do @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/^(startGroup|endGroup|info):/, /404/, /\[geolet\] http/);
  site.geo = faults.status(404);
  await open(page, site.page('<p data-geo-text="{city}">B</p>', { tag }));
  await expect.poll(() => lines.join('\n')).toContain('404: correct `data-endpoint`.');
  expect(lines.join('\n')).toContain("The visitor's location is unknown: the lookup has failed, http: 404");
});

test('no visitor is shown anything without it', async ({ page, site, lines, expectLines }) => {
  expectLines();
  site.visitor = visitors.lyon;
  const html =
    '<geo-text template="{city}"></geo-text><geo-switch><geo-case country="DE">A</geo-case><geo-case country="FR">B</geo-case></geo-switch>';
  await open(page, site.page(html));
  await page.evaluate(() => globalThis.geolet?.explain());
  expect(lines).toEqual([]);
  expect(await page.evaluate(() => globalThis.geolet?.explain())).toContain('To look at:');
});
