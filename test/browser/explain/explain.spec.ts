import type { Page } from '@playwright/test';
import { faults, scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { eachRow, expect, open, settled, test } from '../support/test.ts';

/** What is said of the element with an id. */
function why(page: Page, id: string): Promise<string> {
  return page.evaluate(
    async (id) => (await globalThis.geolet?.explain(document.getElementById(id) ?? undefined)) ?? '',
    id,
  );
}

const lyon = "The visitor is in Lyon, ARA, FR, by the proxy's answer on this page view (network)";

/** Markup, and what is said of the node with the id `a` to an owner whose visitor is in Lyon. */
const said: ReadonlyArray<readonly [markup: string, ...lines: string[]]> = [
  [
    '<geo-if id="a" country="FR">A</geo-if>',
    '<geo-if id="a" country="FR"> shows its content: the answer is yes',
    "  country: FR → yes, the visitor's country is FR",
    lyon,
  ],
  [
    '<geo-if id="a" country="DE AT">A <b slot="else" hidden>B</b></geo-if>',
    'shows its else part: the answer is no',
    "  country: DE AT → no, the visitor's country is FR",
  ],
  ['<geo-if id="a" country="DE">A</geo-if>', 'shows nothing: the answer is no'],
  [
    '<geo-if id="a" country="DE"><template>A</template>B</geo-if>',
    'shows the content beside its template: the answer is no',
  ],
  [
    '<geo-if id="a" subregion="Western Europe" not-state="FR-ARA">A</geo-if>',
    "  not-state: FR-ARA → no, the visitor's state is FR-ARA",
    '  subregion: Western Europe is not asked any more',
  ],
  [
    '<geo-switch id="a"><geo-case country="DE" hidden>A</geo-case><geo-case eu hidden>B</geo-case><geo-case country="FR" hidden>C</geo-case>D</geo-switch>',
    'shows <geo-case eu>: the first case that is yes',
    '  <geo-case country="DE"> → no',
    '  1 later case is not checked',
  ],
  [
    '<geo-switch><geo-case eu hidden>B</geo-case><geo-case id="a" country="FR" hidden>C</geo-case></geo-switch>',
    'does not show: an earlier case is yes, <geo-case eu>',
    'because of what is around it',
  ],
  ['<geo-text id="a" template="Hi {city}">Hi</geo-text>', 'shows "Hi Lyon" instead of "Hi"', '  {city} → Lyon'],
  [
    '<geo-currency id="a" prices="USD 49, EUR 45">$49</geo-currency>',
    'shows "€45" instead of "$49"',
    "  the visitor's currency is EUR, which is in the list",
  ],
  [
    '<geo-currency id="a" prices="USD 49, JPY 6900">$49</geo-currency>',
    'shows "$49", as written',
    'there are no usable rates to convert USD with',
  ],
  ['<geo-flag id="a"></geo-flag>', 'shows the flag of FR', "  the visitor's country is FR"],
  ['<geo-time id="a" datetime="2026-12-01T18:00Z">18:00</geo-time>', 'shows "Dec 1, 2026', "the browser's time zone"],
  ['<geo-suggest id="a" country="FR" href="/fr{path}" hidden>FR</geo-suggest>', 'shows: the answer is yes'],
  [
    '<geo-suggest id="a" country="FR" href="/" hidden>FR</geo-suggest>',
    'shows nothing: the visitor is on that page already',
  ],
  [
    '<p id="a" data-geo-text="Hi {city}">Hi</p>',
    'data-geo-text="Hi {city}" has written "Hi Lyon" instead of "Hi"',
    '  {city} → Lyon',
    lyon,
  ],
  ['<a id="a" href="/p" data-geo-href="/{country:lower}/p">P</a>', 'has written "http://', '/fr/p" instead of "/p"'],
  [
    '<a id="a" href="/p" data-geo-when="country: US" data-geo-href="/{country:lower}/p">P</a>',
    'leaves it as written',
    '  data-geo-when="country: US" → no',
  ],
  [
    '<p id="a" data-geo-show="country: US; eu">A</p>',
    'is hidden, because of its conditions',
    "    country: US → no, the visitor's country is FR",
    '    eu is not asked any more',
  ],
  [
    '<style>.off { display: none }</style><p id="a" class="off" data-geo-show="eu">A</p>',
    'shows, because of its conditions',
    "  it does not show: the page's own CSS hides it. Write hidden in its place, which Geolet takes away",
  ],
  ['<p id="a" class="geo-show-eu geo-hidden">A</p>', 'shows, because of its conditions', '  class geo-show-eu → yes'],
  ['<p id="a" data-geo-class="in-{country}">A</p>', 'data-geo-class="in-{country}" has written "in-fr" instead of ""'],
  [
    '<div data-geo-ignore><p id="a" data-geo-text="{city}">A</p></div>',
    'leaves it as written',
    'data-geo-ignore on <div data-geo-ignore> turns it off',
  ],
  [
    '<geo-if country="DE"><p><b id="a">A</b></p></geo-if>',
    'Geolet does nothing on <b id="a">.',
    'It does not show, because of what is around it:',
    '<geo-if country="DE"> shows nothing: the answer is no',
  ],
  [
    '<geo-text template="{city}"><b id="a">your city</b></geo-text>',
    'It does not show, because of what is around it:',
    'shows "Lyon" instead of "your city"',
  ],
  [
    '<section data-geo-show="eu"><p id="a" data-geo-text="{city}">A</p></section>',
    'has written "Lyon"',
    'Around it:',
    '<section data-geo-show="eu"> shows, because of its conditions',
  ],
  [
    '<form data-geo-show="country: US"><input type="hidden" name="parentElement"><input type="hidden" name="matches"><p id="a">A</p></form>',
    'It does not show, because of what is around it:',
    'is hidden, because of its conditions',
  ],
  ['<div style="display:none"><p id="a">A</p></div>', 'or around it.', "the page's own CSS or markup hides it"],
];

test('says of each element and binding what it shows, and why', async ({ page, site }) => {
  site.visitor = visitors.lyon;
  const withId = (text: string, index: number) => text.replace('id="a"', `id="a${index}"`);
  await open(page, site.page(said.map(([markup], index) => `<section>${withId(markup, index)}</section>`).join('')));
  await expect(page.locator('html')).toHaveAttribute('data-visitor-status', 'ready');
  for (const [index, [, ...lines]] of said.entries()) {
    const [first = '', ...others] = lines.map((line) => withId(line, index));
    await expect.poll(() => why(page, `a${index}`)).toContain(first);
    const words = await why(page, `a${index}`);
    for (const line of others) expect(words).toContain(line);
  }
});

/** Markup that has something wrong with it, and what is said. */
const wrong: ReadonlyArray<readonly [markup: string, told: RegExp, ...lines: string[]]> = [
  [
    '<p id="a" data-geo-text="{city}">A <i>b</i></p>',
    /element-children/,
    'leaves it as written',
    'element-children: it has elements in it',
  ],
  [
    '<geo-if id="a" postal="94*">A</geo-if>',
    /kept-back/,
    'shows its content, as written: the answer is unknown',
    'the proxy removes postalCode: start it with GEOLET_EXPOSE=postalCode to include it',
  ],
  [
    '<geo-if id="a" contry="DE">A</geo-if>',
    /empty-condition/,
    'the answer is unknown',
    'empty-condition: <geo-if contry="DE">',
    'did you mean country?',
  ],
  ['<p id="a" data-geo-show="contry: DE">A</p>', /unknown-condition/, 'did you mean country?'],
  [
    '<p id="a" data-geo-hrf="/x" data-geo-text="{city}">A</p>',
    /unsafe-binding/,
    'data-geo-hrf is not a Geolet binding',
    'did you mean data-geo-href?',
  ],
  [
    '<iframe id="a" src="/blank.gif" data-geo-src="{city}"></iframe>',
    /unsafe-binding/,
    'unsafe-binding: nothing is bound on <iframe>',
  ],
  [
    '<input id="a" type="password" data-geo-value="{city}">',
    /unsafe-binding/,
    'unsafe-binding: the value of <input type="password">',
  ],
  ['<p id="a" data-geo-text="city">A</p>', /unusable-template/, 'unusable-template'],
  [
    '<geo-nearest id="a" places="shops" template="{name}">A</geo-nearest>',
    /unusable-places|kept-back/,
    'unusable-places',
  ],
];

test('says of each mistake what is wrong', async ({ page, lines: printed, expectLines }) => {
  expectLines(...wrong.map(([, told]) => told));
  await eachRow(
    wrong.map(([markup, told, ...lines]) => [markup, { markup, told, lines }]),
    page,
    async ([, { markup, told, lines }], site) => {
      const before = printed.length;
      site.visitor = visitors.lyon;
      await open(page, site.page(markup));
      for (const line of lines) await expect.poll(() => why(page, 'a')).toContain(line);
      await expect.poll(() => printed.slice(before)).toContainEqual(expect.stringMatching(told));
      expect(printed.slice(before).filter((line) => !told.test(line))).toEqual([]);
    },
  );
});

test('says before geo-ready that the answer is waited for @rare', async ({ page, site }) => {
  site.geo = faults.hang;
  await page.goto(
    site.page('<geo-if id="a" country="FR">A</geo-if><p id="b" data-geo-text="{city}">B</p>', {
      tag: scriptTag.replace('>', ' data-timeout-ms="60000">'),
    }),
  );
  await page.waitForFunction(() => globalThis.geolet && customElements.get('geo-if'));
  expect(await why(page, 'a')).toContain(
    `geo-ready has not come yet; ${site.url}/geo is being asked, for 60000 ms at most`,
  );
  expect(await why(page, 'b')).toContain('leaves it as written\n  geo-ready has not come yet');
});

test('says that consent is missing, and no longer once it is there @rare', async ({ page, site }) => {
  site.visitor = visitors.lyon;
  await open(
    page,
    site.page('<geo-if id="a" country="FR">A</geo-if>', { tag: scriptTag.replace('>', ' data-consent="required">') }),
  );
  expect(await why(page, 'a')).toContain('consent is required and has not been given; geolet.consent(true) gives it');
  await page.evaluate(() => globalThis.geolet?.consent(true));
  await expect.poll(() => why(page, 'a')).toContain('shows its content: the answer is yes');
});

test('says that a script, a listener or what is typed goes before @rare', async ({ page, site, expectLines }) => {
  expectLines(/contested/);
  site.visitor = visitors.lyon;
  const fight =
    'const a = document.getElementById("a"); new MutationObserver(() => { if (a.textContent !== "mine") a.textContent = "mine"; }).observe(a, { childList: true, characterData: true, subtree: true });';
  const cancel =
    'document.getElementById("b").addEventListener("geo-before-update", (event) => event.preventDefault());';
  const html = `<p id="a" data-geo-text="{city}">mine</p><geo-text id="b" template="{city}">B</geo-text><input id="c" data-geo-value="{city}"><script>${fight}${cancel}document.getElementById("c").value="typed"</script>`;
  await open(page, site.page(html));
  await expect.poll(() => why(page, 'a')).toContain('has been given up\n  contested:');
  expect(await why(page, 'b')).toContain('"Lyon": cancelled by a geo-before-update listener');
  expect(await why(page, 'c')).toContain('the field was edited');
});

test('says that nothing is bound by hand yet, in a shadow root, and after destroy() @rare', async ({ page, site }) => {
  site.visitor = visitors.lyon;
  await open(
    page,
    site.page('<p id="a" data-geo-text="{city}">A</p><div id="host"></div>', {
      tag: scriptTag.replace('>', ' data-bindings="manual">'),
    }),
  );
  expect(await why(page, 'a')).toContain('data-bindings="manual": nothing is bound before geolet.scan()');
  const inShadow = await page.evaluate(async () => {
    const root = document.getElementById('host')?.attachShadow({ mode: 'open' });
    const inside = document.createElement('p');
    inside.dataset.geoText = '{city}';
    root?.append(inside);
    return globalThis.geolet?.explain(inside);
  });
  expect(inShadow).toContain('it is in a shadow root, which is bound by geolet.scan(root) alone');
  await page.evaluate(() => globalThis.geolet?.scan());
  expect(await why(page, 'a')).toContain('has written "Lyon"');
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await why(page, 'a')).toContain('geolet.destroy() has been called');
});

test('says that what has the focus waits until it has left @rare', async ({ page, site }) => {
  site.visitor = visitors.lyon;
  const html =
    '<geo-if id="a" country="FR"><input id="field"></geo-if><p id="b" data-geo-show="country: FR"><button>B</button></p><a id="out" href="#">Out</a>';
  await open(page, site.page(html));
  await page.locator('#field').focus();
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  expect(await why(page, 'a')).toContain(
    'still shows its content: the answer is no, and it waits for the focus to leave',
  );
  await page.locator('#out').focus();
  await expect.poll(() => why(page, 'a')).toContain('shows nothing: the answer is no');
  await page.evaluate(() => globalThis.geolet?.override('FR'));
  await page.locator('#b button').focus();
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  expect(await why(page, 'b')).toContain('shows, until the focus has left it');
});

test('says of a preview that it is one, and why offline knows nothing @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] offline/);
  site.visitor = visitors.lyon;
  const url = site.page('<geo-if id="a" city="Lyon">A</geo-if>');
  await open(page, `${url}?geo-as=JP`);
  const words = await why(page, 'a');
  expect(words).toContain('The visitor is in JP, because the page is previewed as another visitor (preview).');
  expect(words).toContain('the preview has no city');
  await open(page, `${url}?geo-as=offline`);
  await expect
    .poll(() => why(page, 'a'))
    .toContain('The visitor\'s location is unknown: the page is previewed as "offline", whose lookup has failed.');
});

test('says of a preview without coordinates which word adds them @rare', async ({ page, site, expectLines }) => {
  expectLines();
  const shops =
    '<script type="application/json" data-geo-settings>{ "places": { "shops": [{ "name": "Lyon", "latitude": 45.76, "longitude": 4.84 }] } }</script>';
  const url = site.page(`${shops}<geo-nearest id="a" places="shops" template="{name}">A</geo-nearest>`);
  await open(page, `${url}?geo-as=FR`);
  await expect.poll(() => why(page, 'a')).toContain('add near: 45.76,4.84 to it');
  await open(page, `${url}?geo-as=FR;near:45,4`);
  await expect.poll(() => why(page, 'a')).toContain('shows "Lyon"');
});

test('says whether the visitor has chosen in a list @rare', async ({ page, site }) => {
  site.visitor = visitors.lyon;
  await open(page, site.page('<geo-select id="a"></geo-select>'));
  await expect.poll(() => why(page, 'a')).toContain('<geo-select id="a"> shows a list\n  the visitor has not chosen');
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  expect(await why(page, 'a')).toContain('geolet.reset() takes it back');
});

test('says that another library has taken the name @rare', async ({ page, site, expectLines }) => {
  expectLines(/duplicate/);
  site.visitor = visitors.lyon;
  await open(
    page,
    site.page('<geo-text id="a" template="{city}">A</geo-text>', {
      head: "<script>customElements.define('geo-text', class extends HTMLElement {})</script>",
    }),
  );
  await expect
    .poll(() => why(page, 'a'))
    .toContain('stays as written: another library has defined an element of that name');
});

test('means the element when it is asked of the value that the element shows @rare', async ({ page, site }) => {
  site.visitor = visitors.lyon;
  await open(page, site.page('<geo-text id="a" template="{city}">A</geo-text>'));
  const words = await page.evaluate(async () =>
    globalThis.geolet?.explain(document.getElementById('a')?.shadowRoot?.firstElementChild ?? undefined),
  );
  expect(words).toContain('<geo-text id="a" template="{city}"> shows "Lyon"');
});

test('says why elements stand as written where their file is refused @rare', async ({ page, site, expectLines }) => {
  expectLines(/ERR_FAILED/, /file-refused/);
  site.visitor = visitors.lyon;
  await page.route('**/geolet-elements.*', (route) => route.abort());
  const tag = scriptTag.replace('geolet.js', 'geolet-bindings.js');
  await page.goto(site.page('<geo-if id="a" country="FR">A</geo-if>', { tag }));
  await expect.poll(() => why(page, 'a')).toContain('stays as written: file-refused: elements');
});

test('resolves to undefined where its own file cannot be had @rare', async ({ page, site, expectLines }) => {
  expectLines(/ERR_FAILED/, /\[geolet\] file-refused: explain/);
  await page.route('**/geolet-explain.*', (route) => route.abort());
  await open(page, site.page('<p id="a">A</p>'));
  expect(
    await page.evaluate(async () => [await globalThis.geolet?.explain(), await globalThis.geolet?.inspect()]),
  ).toEqual([undefined, undefined]);
});

test('tells of a code its cause and fix, and of an unknown one which there are @rare', async ({ page, site }) => {
  await open(page, site.page('<p>A</p>'));
  const words = await page.evaluate(() => globalThis.geolet?.explain('timeout'));
  expect(words).toMatch(
    /^timeout\nCause\. There was no answer within `timeoutMs`.*\nThe visitor sees the page as written until then\.\nFix\. /,
  );
  expect(await page.evaluate(() => globalThis.geolet?.explain('nope'))).toContain('There is no code "nope"');
});

const rules =
  '<script type="application/json" data-geo-settings>{ "redirect": [{ "when": "country: JP", "to": "/jp/" }, { "when": "country: FR", "to": "/fr/", "ask": "En France ?" }] }</script>';

test('says of redirects where the page would lead @rare', async ({ page }) => {
  await eachRow(
    [
      ['/?geo-as=JP', 'would redirect to /jp/, because "country: JP" is yes; a preview stays on its page'],
      ['/?geo-as=FR', '"country: FR" is yes and leads to /fr/, once the visitor accepts the suggestion'],
      ['/?geo-as=DE', 'no rule matches this visitor'],
      ['/jp/?geo-as=JP', 'no redirect: this page is one that a rule leads to'],
    ].map(([path = '', line = '']) => [path, { path, line }]),
    page,
    async ([, { path, line }], site) => {
      await open(
        page,
        site.page('<p>A</p>', { path: path.replace(/\?.*/, ''), head: rules }) + path.replace(/.*\?/, '?'),
      );
      expect(await page.evaluate(() => globalThis.geolet?.explain())).toContain(`\nRedirect: ${line}\n`);
    },
  );
});

test('says that a service worker has answered from its cache @rare', async ({ page, site }) => {
  const worker =
    "addEventListener('fetch', (event) => event.request.url.endsWith('/geo') && event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))));";
  site.file('/worker.js', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker),
  );
  await open(page, site.page('<p>A</p>', { path: '/', tag: scriptTag.replace('data-', 'data-storage="off" data-') }));
  expect(await page.evaluate(() => globalThis.geolet?.explain())).not.toContain('service worker');
  await page.evaluate(async () => {
    await (await caches.open('shop')).add('/geo');
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await settled(page);
  expect(await page.evaluate(() => globalThis.geolet?.explain())).toContain(
    'a service worker answered /geo from its cache',
  );
});

test('no visitor fetches the file, and asking changes nothing on the page', async ({ page, site }) => {
  site.visitor = visitors.lyon;
  await open(page, site.page('<geo-if id="a" country="DE">A</geo-if><p id="b" data-geo-text="{city}">B</p>'));
  expect(site.requests.filter((path) => path.includes('explain'))).toEqual([]);
  const before = await page.content();
  await why(page, 'a');
  await why(page, 'b');
  expect(await page.content()).toBe(before);
});
