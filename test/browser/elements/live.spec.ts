import { scriptTag } from '../../support/site.ts';
import { eachRow, expect, open, test, visibleText } from '../support/test.ts';
import { expected, page as table, records } from './rows.ts';
import { answer, be, nextFrame, shown } from './support.ts';

const main = 'main';

test('attributes that change are followed', async ({ page, site, expectLines }) => {
  expectLines(/empty-condition: <geo-if>/, /kept-back: postalCode/);
  const html =
    '<main><geo-if country="JP" hidden>A</geo-if> <geo-switch><geo-case country="JP" hidden>B</geo-case>C</geo-switch> <geo-text template="{city}">x</geo-text> <geo-currency prices="USD 1, EUR 2">$1</geo-currency></main>';
  await open(page, site.page(html));
  expect(await visibleText(page.locator(main))).toBe('C Lyon €2');
  await page.evaluate(() => {
    document.querySelector('geo-if')?.setAttribute('country', 'FR');
    document.querySelector('geo-case')?.setAttribute('country', 'FR');
    document.querySelector('geo-text')?.setAttribute('template', '{country}');
    document.querySelector('geo-currency')?.setAttribute('prices', 'USD 1, EUR 3.50');
  });
  expect(await visibleText(page.locator(main))).toBe('A B France €3.50');
  await page.evaluate(() => {
    document.querySelector('geo-if')?.removeAttribute('country');
    document.querySelector('geo-case')?.removeAttribute('country');
    document.querySelector('geo-text')?.setAttribute('template', '{postal}');
    document.querySelector('geo-currency')?.setAttribute('prices', 'USD 1');
  });
  expect(await visibleText(page.locator(main))).toBe('C x $1');
});

test('an element whose attributes change in each task has followed before the next @rare', async ({ page, site }) => {
  await open(page, site.page('<main><geo-text template="{city}">x</geo-text></main>'));
  const late = await page.evaluate(async () => {
    const element = document.querySelector('geo-text');
    const { port1, port2 } = new MessageChannel();
    let late = 0;
    for (let round = 0; element && round < 100; round++) {
      element.setAttribute('template', `${round} {city}`);
      // The next task that there is: a timer would come after those of the element itself.
      await new Promise((resolve) => {
        port1.addEventListener('message', resolve, { once: true });
        port1.start();
        port2.postMessage(undefined);
      });
      if (element.shadowRoot?.textContent !== `${round} Lyon`) late++;
      await new Promise((resolve) => setTimeout(resolve));
    }
    return late;
  });
  expect(late).toBe(0);
});

test('hidden that changes is the new starting state', async ({ page, site, expectLines }) => {
  expectLines(/kept-back: postal/);
  await open(page, site.page('<main><geo-if city="Paris" hidden>A</geo-if><geo-if postal="1">B</geo-if></main>'));
  await be(page, 'unknown');
  expect(await visibleText(page.locator(main))).toBe('B');
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('geo-if')) element.toggleAttribute('hidden');
  });
  expect(await visibleText(page.locator(main))).toBe('A');
});

test('elements and cases that come later are followed', async ({ page, site }) => {
  await open(page, site.page('<main><geo-switch>D</geo-switch></main>'));
  await page.evaluate(() => {
    const late = document.createElement('geo-case');
    late.hidden = true;
    late.setAttribute('country', 'FR');
    late.textContent = 'A';
    document.querySelector('geo-switch')?.append(late);
    document
      .querySelector('main')
      ?.insertAdjacentHTML(
        'beforeend',
        '<geo-if country="FR" hidden>B</geo-if><geo-if country="FR">C<b slot="else" hidden>D</b></geo-if>',
      );
  });
  await nextFrame(page);
  expect(await visibleText(page.locator(main))).toBe('A B C');
  await page.evaluate(() => document.querySelector('geo-case')?.remove());
  await nextFrame(page);
  expect(await visibleText(page.locator(main))).toBe('D B C');
});

test('the first element of ours starts however it comes, also on a page that is bound by hand', async ({ page }) => {
  const element = '<geo-flag country="FR">France</geo-flag>';
  await eachRow(
    [
      ['by itself', element],
      ['inside another', `<div><p>${element}</p></div>`],
      ['among many', `${'<i></i>'.repeat(60)}${element}`],
    ] as const,
    page,
    async ([, html], site) => {
      for (const tag of [scriptTag, scriptTag.replace('async', 'async data-bindings="manual"')]) {
        await open(page, site.page('<main></main>', { tag }));
        await page.evaluate(
          (html) =>
            document
              .querySelector('main')
              ?.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes),
          html,
        );
        await expect(page.getByRole('img', { name: 'France' })).toBeVisible();
      }
    },
  );
});

test('moved and copied nodes stay right when the visitor changes', async ({ page, site }) => {
  answer(site, records.yes);
  await open(page, site.page(table));
  await be(page, 'DE');
  // Carousels copy nodes; page caches of routers put a copy back.
  await page.evaluate(() => {
    const first = document.querySelector('main');
    const copy = first?.cloneNode(true);
    if (first && copy) first.replaceWith(copy);
  });
  const elements = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => !name.startsWith('bound')));
  for (const [words, column] of [
    ['DE', 'no'],
    ['FR', 'yes'],
    ['unknown', 'unknown'],
    ['DE', 'no'],
    [undefined, 'yes'],
  ] as const) {
    await be(page, words);
    expect(elements(await shown(page)), `a copy, as ${words}`).toEqual(elements(expected(column)));
  }
  await page.evaluate(() => {
    for (const section of document.querySelectorAll('section')) section.append(...section.childNodes);
  });
  expect(elements(await shown(page)), 'moved').toEqual(elements(expected('yes')));
});

test('a node that was away follows when it comes back', async ({ page, site }) => {
  answer(site, records.yes);
  await open(page, site.page(table));
  await page.evaluate(() => Reflect.set(window, 'away', document.querySelector('main')));
  await page.evaluate(() => document.querySelector('main')?.remove());
  await be(page, 'DE');
  await page.evaluate(() => document.body.append(Reflect.get(window, 'away') as Node));
  await nextFrame(page);
  expect(await shown(page)).toEqual(expected('no'));
});

test('moving a node a thousand times leaves one of it and follows at once @rare', async ({ page, site }) => {
  await open(page, site.page('<main><geo-if country="FR"><template><b>A</b></template>B</geo-if></main>'));
  await page.evaluate(() => {
    const element = document.querySelector('geo-if');
    for (let count = 0; element && count < 1000; count++) document.querySelector('main')?.append(element);
  });
  await be(page, 'DE');
  await be(page, 'FR');
  expect(await visibleText(page.locator(main))).toBe('A');
  expect(await page.locator('geo-if > b').count()).toBe(1);
});

for (const words of ['FR', 'DE', 'unknown']) {
  test(`a morph that puts the owner's HTML back changes nothing, as ${words} @rare`, async ({ page, site }) => {
    answer(site, records.no);
    const url = site.page(table);
    await open(page, url);
    await be(page, words);
    const before = await shown(page);
    await page.evaluate(async (url) => {
      const { body } = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');
      // What morphing libraries do: nodes of the same kind are kept, in order, and become what the server sent.
      const morph = (node: Node, target: Node) => {
        if (node instanceof Text) node.data = target.textContent ?? '';
        if (node instanceof Element && target instanceof Element) {
          for (const name of node.getAttributeNames()) if (!target.hasAttribute(name)) node.removeAttribute(name);
          for (const { name, value } of target.attributes)
            if (node.getAttribute(name) !== value) node.setAttribute(name, value);
        }
        let at = node.firstChild;
        for (const wanted of target.childNodes) {
          let same = at;
          while (same && same.nodeName !== wanted.nodeName) same = same.nextSibling;
          if (same) {
            while (at !== same) at = remove(at);
            morph(same, wanted);
            at = same.nextSibling;
          } else node.insertBefore(document.importNode(wanted, true), at);
        }
        while (at) at = remove(at);
      };
      const remove = (node: ChildNode | null) => {
        const next = node?.nextSibling ?? null;
        node?.remove();
        return next;
      };
      const [node, target] = [document.querySelector('main'), body.querySelector('main')];
      if (node && target) morph(node, target);
    }, url);
    await nextFrame(page);
    expect(await shown(page)).toEqual(before);
  });
}

test('a script that undoes each change at once does not hang the page @rare', async ({ page, site }) => {
  const url = site.page(`<main><geo-if country="FR" hidden>A</geo-if></main><script>
    const element = document.querySelector('geo-if');
    new MutationObserver(() => { if (!element.hidden) element.hidden = true; }).observe(element, { attributes: true });
  </script>`);
  await open(page, url);
  expect(await page.evaluate(() => 1 + 1)).toBe(2);
});

for (const words of [undefined, 'DE', 'unknown']) {
  test(`destroy() leaves the page as it was, as ${words ?? 'looked up'}`, async ({ page, site }) => {
    answer(site, records.yes);
    const url = site.page(
      `${table}<p><geo-text template="{country}">x</geo-text> <geo-currency prices="USD 1, EUR 2">$1</geo-currency></p>`,
    );
    await open(page, url);
    for (const step of ['FR', 'DE', words]) await be(page, step);
    await page.evaluate(() => globalThis.geolet?.destroy());
    await nextFrame(page);
    expect(await shown(page)).toEqual(expected('written'));
    const equal = await page.evaluate(async (url) => {
      const original = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');
      return [
        document.documentElement.isEqualNode(original.documentElement),
        document.body.innerHTML === original.body.innerHTML || document.body.innerHTML,
      ];
    }, url);
    expect(equal[0], String(equal[1])).toBe(true);
    await page.evaluate(() => document.querySelector('geo-if')?.setAttribute('country', 'JP'));
    expect((await shown(page)).plain).toBe('A');
  });
}

test('what stands in a part and shows by a class of its own shows by that alone', async ({ page, site }) => {
  const content =
    '<geo-if country="FR"><i class="geo-show-jp">A</i> <i class="geo-hide-jp">B</i><b class="geo-show-jp" slot="else">C</b></geo-if>';
  await open(page, site.page(`<main>${content}</main>`));
  const main = page.locator('main');
  expect(await visibleText(main)).toBe('B');
  for (const [words, text] of [
    ['JP', 'C'],
    ['DE', ''],
    ['FR', 'B'],
  ] as const) {
    await page.evaluate((words) => globalThis.geolet?.override(words), words);
    expect(await visibleText(main)).toBe(text);
  }
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await page.evaluate(() => document.querySelector('main')?.innerHTML)).toBe(content);
});
