import type { Page } from '@playwright/test';
import { answer } from '../elements/support.ts';
import { daysAgo } from '../money/support.ts';
import { expect, test } from './told.ts';

/**
 * `<img name="createElement">` is `document.createElement` then, and a field is a property of its form by its name. The names come from the platform: all
 * that documents, forms and what they inherit from have. Playwright's locators go by such names, too, so what a page shows is read by prototypes alone.
 */
const parts = 8;
/** The first part in `.ci/run`, the others before a release. */
const ringOf = (part: number) => (part === 0 ? '@rare' : '@release');

const lyon = { countryCode: 'FR', city: 'Lyon', latitude: '45.76', longitude: '4.84' };

function namesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const owners = [Document, Element, HTMLElement, HTMLFormElement, Node, EventTarget];
    return [...new Set(owners.flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)))]
      .filter((name) => name !== 'constructor')
      .sort();
  });
}

/** Everything of ours. What is to be read has `data-probe`. */
const everything = `
  <script type="application/json" data-geo-settings>{"places":{"shops":[{"name":"Paris","latitude":48.86,"longitude":2.35,"url":"/paris"}]},"rates":{"base":"EUR","date":"${daysAgo(1)}","rates":{"USD":1.08,"JPY":163.2}}}</script>
  <h1 data-probe data-geo-text="Hello {country}" data-geo-title="{city}" data-geo-class="in-{country}">Hello you</h1>
  <p data-probe data-geo-show="country: JP" style="display: flex">Japan</p>
  <p data-probe class="geo-hide-fr">not France</p>
  <p data-probe data-geo-show="query: none">query</p>
  <p data-probe data-geo-currency="USD 1, EUR 2">$1</p>
  <a data-probe data-geo-href="/{country:lower}" href="/">link</a>
  <input data-probe data-geo-value="{city}" value="" aria-label="City">
  <geo-text data-probe template="Shoes for {city}">Shoes for you</geo-text>
  <geo-currency data-probe prices="USD 49, EUR 45" was="USD 59, EUR 55">$49</geo-currency>
  <geo-currency data-probe prices="USD 49">$49</geo-currency>
  <geo-if data-probe country="FR"><i data-probe>yes</i><i slot="else" data-probe hidden>no</i></geo-if>
  <geo-if data-probe country="JP"><template><i>yes</i> text</template><i data-probe slot="else" hidden>no</i></geo-if>
  <geo-if data-probe country="FR"><template><i>yes</i> text</template><i data-probe>as written</i></geo-if>
  <geo-switch data-probe><geo-case data-probe country="FR" hidden>case</geo-case><i data-probe>default</i></geo-switch>
  <geo-flag data-probe>-</geo-flag>
  <geo-select data-probe countries="US FR JP" label="Country"></geo-select>
  <geo-time data-probe datetime="2026-12-01T18:00:00Z" timezone="Europe/Paris">then</geo-time>
  <geo-nearest data-probe places="shops" template="{name}, {distance} away" href="{url}">shop</geo-nearest>
  <geo-suggest data-probe country="FR" href="/fr" hidden>France</geo-suggest>`;

/** What stands in a form, is one, or is a form's neighbour. */
const formsWith = (name: string, index: number): string => {
  const field = `<input type="hidden" name="${name}">`;
  return `<div class="group" data-name="${name}">
    <form data-probe data-geo-show="country: JP" style="display: flex">A${field}</form>
    <form data-probe class="geo-show-fr" hidden>B${field}</form>
    <form data-probe id="f${index}" data-geo-text="in {city}" data-geo-title="{country}" data-geo-class="in-{country}">here</form><input type="hidden" form="f${index}" name="${name}">
    <form lang="de">${field}<p data-probe data-geo-text="{country}">C</p><geo-if data-probe country="FR"><i data-probe>D</i></geo-if><geo-text data-probe template="{country}">E</geo-text></form>
    <geo-if data-probe country="FR"><form data-probe>F${field}</form><form data-probe slot="else" hidden>G${field}</form></geo-if>
    <geo-if data-probe country="JP"><form data-probe>H${field}</form><form data-probe slot="else" hidden>I${field}</form></geo-if>
    <geo-if data-probe country="FR"><template><form>J${field}</form><form>${field}</form></template><i data-probe>K</i></geo-if>
  </div>`;
};

/** By each element in it: its text, its box, and what is written on it. */
function readProbes(selector: string): string[] {
  const all = (root: ParentNode, wanted: string) => [
    ...(root instanceof Document ? Document : Element).prototype.querySelectorAll.call(root, wanted),
  ];
  return all(document, selector).map((group) =>
    all(group, '[data-probe]')
      .map((element) => {
        const get = (name: string, owner: object = HTMLElement.prototype) =>
          Reflect.get(owner, name, element) as unknown;
        const attribute = (name: string) => Element.prototype.getAttribute.call(element, name);
        const shadow = get('shadowRoot') as ShadowRoot | null;
        const value =
          element instanceof HTMLInputElement ? element.value : [get('textContent'), shadow?.textContent].join('/');
        const boxes = Element.prototype.getClientRects.call(element).length > 0;
        return [get('localName'), value, boxes, ...['class', 'title', 'hidden', 'href', 'slot'].map(attribute)]
          .join('|')
          .replaceAll(/\s+/g, ' ');
      })
      .join('\n'),
  );
}

/** The page of a visitor in Lyon, of one who chose Japan, and after the end. */
async function wholeLife(page: Page, selector: string): Promise<string[][]> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          geolet?.visitor !== undefined &&
          [...Document.prototype.querySelectorAll.call(document, ':not(:defined,geo-t)')].length === 0,
      ),
    )
    .toBe(true);
  const inLyon = await followed(page, selector);
  await page.evaluate(() => geolet?.override('JP'));
  const inJapan = await followed(page, selector);
  expect(await page.evaluate(async () => [typeof (await geolet?.explain()), typeof (await geolet?.inspect())])).toEqual(
    ['string', 'object'],
  );
  await page.evaluate(() => geolet?.reset());
  await page.evaluate(() => geolet?.destroy());
  return [inLyon, inJapan, await followed(page, selector)];
}

/** Files come when they are needed; then nothing more changes. */
async function followed(page: Page, selector: string): Promise<string[]> {
  let before: string[] = [];
  await expect
    .poll(async () => {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
      const now = await page.evaluate(readProbes, selector);
      const rests = String(now) === String(before);
      before = now;
      return rests;
    })
    .toBe(true);
  return before;
}

/** By a script, and handed to `scan` and `explain`. */
async function bring(html: string): Promise<void> {
  const box = document.createElement('main');
  box.innerHTML = html;
  document.body.append(box);
  const told = await Promise.all(
    [...box.querySelectorAll('form')].map(async (form) => (geolet?.scan(form), geolet?.explain(form))),
  );
  if (!told.length || told.some((words) => typeof words !== 'string')) throw new Error('explain() says nothing');
}

const tag = '<script defer src="/geolet.js"></script>';

for (const [kind, named] of [
  ['an image', (name: string) => `<img hidden name="${name}">`],
  ['a form', (name: string) => `<form hidden name="${name}"></form>`],
] as const) {
  for (let part = 0; part < parts; part++) {
    test(`${kind} called like anything of a document, part ${part + 1} ${ringOf(part)}`, async ({ page, site }) => {
      test.setTimeout(90_000);
      answer(site, lyon);
      await page.goto(site.page(`<main>${everything}</main>`, { tag }));
      const expected = await wholeLife(page, 'main');
      const names = (await namesOf(page)).filter((_, index) => index % parts === part);
      expect(names.length).toBeGreaterThan(40);
      await page.goto(site.page(`${names.map(named).join('')}<main>${everything}</main>`, { tag }));
      // Else nothing would be tried.
      expect(
        await page.evaluate(
          (all) => all.filter((name) => Reflect.get(document, name) instanceof HTMLElement).length,
          names,
        ),
      ).toBe(names.length);
      expect(await wholeLife(page, 'main'), 'with the record on its way').toEqual(expected);
      await page.goto(page.url());
      expect(await wholeLife(page, 'main'), 'with the record remembered').toEqual(expected);
    });
  }
}

for (let part = 0; part < parts; part++) {
  test(`forms with fields called like anything of a form, part ${part + 1} ${ringOf(part)}`, async ({ page, site }) => {
    test.setTimeout(90_000);
    await page.goto(site.page('', { tag: '' }));
    const names = (await namesOf(page)).filter((_, index) => index % parts === part);
    expect(names.length).toBeGreaterThan(40);
    const html = ['harmless', ...names].map(formsWith).join('');
    const urls = {
      first: site.page(html, { tag }),
      repeat: site.page(html, { tag }),
      brought: site.page('<geo-text template="{city}">A</geo-text>', { path: '/brought', tag }),
    };
    for (const [visit, url] of Object.entries(urls)) {
      await page.goto(url);
      if (visit === 'brought') await page.evaluate(bring, html);
      for (const [index, groups] of (await wholeLife(page, '.group')).entries()) {
        const [expected] = groups;
        expect(
          names.filter((_, at) => groups[at + 1] !== expected),
          `${visit} visit, step ${index}, of which\n${expected}`,
        ).toEqual([]);
      }
    }
  });
}

test('an element whose id is a name that a browser does not know is no function @rare', async ({ page, site }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'requestIdleCallback'));
  await page.goto(
    site.page('<img hidden id="requestIdleCallback"><p data-geo-text="{city}">A</p>', {
      tag: '<script async src="/geolet.js" data-bindings="load"></script>',
    }),
  );
  await expect(page.locator('p')).toHaveText('Lyon');
});

test('a page that the edge has written, with forms in it, is put back @rare', async ({ page, site }) => {
  await page.goto(site.page('', { tag: '' }));
  const names = await namesOf(page);
  const forms = names
    .map(
      (name) =>
        `<form data-geo-class="in-{country}" class="in-us" data-geolet-was='{"class":null}'><input type="hidden" name="${name}"></form><form><template data-geolet-was><input type="hidden" name="${name}">own</template>written</form>`,
    )
    .join('');
  await page.goto(
    site.page(forms, {
      tag,
      head: '<script type="application/json" data-geo-record data-geo-edge>{"countryCode":"FR"}</script>',
      path: '/edge',
    }),
  );
  const read = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('form')].map(
        (form) =>
          Element.prototype.getAttribute.call(form, 'class') ??
          String(Reflect.get(Node.prototype, 'textContent', form)),
      ),
    );
  await expect.poll(async () => (await read()).filter((text, at) => text !== (at % 2 ? 'own' : 'in-fr'))).toEqual([]);
  expect(await read()).toHaveLength(2 * names.length);
});
