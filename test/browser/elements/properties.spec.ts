import { conditionAttributes } from '../../../scripts/reference/custom-elements.ts';
import { readElementDocs } from '../../../scripts/reference/element-docs.ts';
import { readConditionDocs } from '../../../scripts/reference/markup-docs.ts';
import { expect, open, test, visibleText } from '../support/test.ts';
import { be } from './support.ts';

const conditions = conditionAttributes(readConditionDocs()).map(({ name }) => name);

const elements = readElementDocs().map(({ tag, attributes, conditional }) => ({
  tag,
  attributes: [...attributes.map(({ name }) => name), ...(conditional ? conditions : [])],
}));

/** One of each, from their files. */
const all = `<main>${elements.map(({ tag }) => `<${tag} id="one-${tag}"></${tag}>`).join('')}</main>`;

test('each attribute has a property, and no other member can be set', async ({ page, site, expectLines }) => {
  expectLines(/empty-|unusable-|incomplete-|kept-back/);
  await open(page, site.page(all));
  await page.waitForFunction(
    (tags) => tags.every((tag) => customElements.get(tag)),
    elements.map(({ tag }) => tag),
  );
  for (const { tag, attributes } of elements) {
    await test.step(`each attribute of <${tag}> has a property that reads and writes it`, async () => {
      const wrong = await page.evaluate(
        ({ tag, attributes }) => {
          const element = document.createElement(tag);
          const wrong: string[] = [];
          for (const attribute of attributes.filter((name) => name !== 'hidden')) {
            const property = attribute.replace(/-./g, (match) => match.slice(1).toUpperCase());
            const check = (given: unknown, written: string | null) => {
              Reflect.set(element, property, given);
              if (element.getAttribute(attribute) !== written || Reflect.get(element, property) !== written)
                wrong.push(`${property} = ${String(given)}: ${element.getAttribute(attribute)}`);
            };
            check('FR', 'FR');
            check(null, null);
            check(7, '7');
            check(undefined, null);
            check(true, '');
            check(false, 'false');
            element.setAttribute(attribute, 'as written');
            if (Reflect.get(element, property) !== 'as written') wrong.push(`${property} is not read`);
          }
          element.hidden = true;
          if (!element.hasAttribute('hidden')) wrong.push('hidden');
          return wrong;
        },
        { tag, attributes },
      );
      expect(wrong).toEqual([]);
    });

    await test.step(`<${tag}> has no other member whose name does not begin with an underscore`, async () => {
      const names = await page.evaluate(
        ({ tag, attributes }) => {
          const element = document.querySelector(tag);
          const watched: readonly string[] =
            (customElements.get(tag) as { readonly observedAttributes?: readonly string[] } | undefined)
              ?.observedAttributes ?? [];
          const properties = [...attributes, ...watched].map((name) =>
            name.replace(/-./g, (match) => match.slice(1).toUpperCase()),
          );
          const prototypes: object[] = [];
          for (
            let at: object | null = Object.getPrototypeOf(element);
            at && at !== HTMLElement.prototype;
            at = Object.getPrototypeOf(at)
          )
            prototypes.push(at);
          // `geo-preview` is made without lit.
          const lit = prototypes.length > 1 ? prototypes.at(-1) : undefined;
          let allowed: string[] = [
            'constructor',
            'connectedCallback',
            'disconnectedCallback',
            'connectedMoveCallback',
            'attributeChangedCallback',
            ...properties,
          ];
          if (lit) {
            // What an element has that does nothing but extend lit's class.
            const Plain = class extends (lit.constructor as CustomElementConstructor) {};
            customElements.define(`plain-${tag}`, Plain);
            const plain = document.body.appendChild(new Plain());
            allowed = [...allowed, ...Object.getOwnPropertyNames(lit), ...Object.getOwnPropertyNames(plain)];
            plain.remove();
          }
          const own = [...prototypes.filter((one) => one !== lit), element ?? {}].flatMap((one) =>
            Object.getOwnPropertyNames(one),
          );
          return own.filter((name) => !name.startsWith('_') && !allowed.includes(name));
        },
        { tag, attributes },
      );
      expect(names).toEqual([]);
    });
  }
});

test('properties that were set before an element was defined are taken when it is', async ({ page, site }) => {
  const early = `<script>
    for (const [tag, properties] of [['geo-if', { notCountry: 'DE' }], ['geo-text', { template: '{city}' }], ['geo-currency', { prices: 'USD 1, EUR 2' }], ['geo-flag', { country: 'JP', alt: 'Japan' }]]) {
      Object.assign(document.querySelector('main').appendChild(document.createElement(tag)), properties);
    }
    document.querySelector('geo-if').textContent = 'Not Germany.';
  </script>`;
  await open(page, site.page(`<main></main>${early}`));
  expect(await visibleText(page.locator('main'))).toBe('Not Germany. Lyon€2');
  await expect(page.locator('geo-if')).toHaveAttribute('not-country', 'DE');
  await page.waitForFunction(
    () => document.querySelector('geo-flag')?.shadowRoot?.querySelector('img')?.alt === 'Japan',
  );
  await page.evaluate(() => Object.assign(document.querySelector('geo-if') ?? {}, { notCountry: 'FR' }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Lyon€2');
});

test('false is no, and null and undefined take the condition away', async ({ page, site }) => {
  await open(page, site.page('<main><geo-if eu hidden>EU</geo-if><geo-if eu="no">not EU</geo-if></main>'));
  expect(await visibleText(page.locator('main'))).toBe('EU');
  await page.evaluate(() => Object.assign(document.querySelector('geo-if') ?? {}, { eu: false }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('');
  await be(page, 'JP');
  await expect.poll(() => visibleText(page.locator('main'))).toBe('EU not EU');
  await page.evaluate(() => Object.assign(document.querySelector('geo-if') ?? {}, { eu: undefined, country: 'FR' }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('not EU');
});

test('a member that a page sets on one element keeps no other back', async ({ page, site, expectLines }) => {
  const lits = ['update', 'performUpdate', 'requestUpdate', 'shouldUpdate'];
  const names = ['condition', 'show', 'follow', 'fill', 'source', 'core', 'choose', 'value', ...lits];
  expectLines(/element-failed|not a function/);
  const html =
    '<section><geo-if country="FR" hidden>A</geo-if><geo-if country="JP" hidden>B</geo-if><geo-text template="{country}">C</geo-text><geo-switch><geo-case country="JP" hidden>D</geo-case></geo-switch><p data-geo-text="{country}">E</p></section>';
  await open(page, site.page(html.repeat(names.length)));
  for (const [index, name] of names.entries())
    await page
      .locator('section')
      .nth(index)
      .evaluate((section, name) => Reflect.set(section.querySelector('geo-if') ?? {}, name, 'x'), name);
  await be(page, 'JP');
  for (const [index, name] of names.entries()) {
    const section = page.locator('section').nth(index);
    expect(await visibleText(section.locator('geo-if').nth(1)), name).toBe('B');
    expect(await visibleText(section.locator('geo-text')), name).toBe('Japan');
    expect(await visibleText(section.locator('geo-switch')), name).toBe('D');
    expect(await visibleText(section.locator('p')), name).toBe('Japan');
    if (!lits.includes(name)) expect(await visibleText(section.locator('geo-if').first()), name).toBe('');
  }
});
