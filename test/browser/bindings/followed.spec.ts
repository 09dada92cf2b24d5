import type { Page } from '@playwright/test';
import { expect, open, settled, test, visibleText } from '../support/test.ts';

/** A name, what the page has for a visitor in France, what a script does, and what shows before and then. */
type Row = readonly [name: string, html: string, script: string, before: string, after: string];

const text = '<p data-geo-text="{country}">you</p>';
const cases = (attributes: string) =>
  `<geo-switch><geo-case country="FR" ${attributes} hidden>A</geo-case>B</geo-switch>`;
const twoParts = (attributes: string) =>
  `<geo-switch ${attributes}><geo-case country="FR" hidden>A</geo-case>B</geo-switch>`;

/** What idiomorph and its like do: the attributes and the text as the other page has them. */
const morph = (classes: string, words: string) =>
  `for (const name of p.getAttributeNames()) if (!name.startsWith('data-geo-')) p.removeAttribute(name);
  p.className = '${classes}'; p.firstChild.data = '${words}'`;

const copyIntoShadow = `const host = document.createElement('div');
  section.append(host);
  host.attachShadow({ mode: 'open' }).innerHTML = p.outerHTML;
  geolet.scan(host.shadowRoot);
  p.remove();
  await frame();`;

const rows: readonly Row[] = [
  ['another class hides', '<p class="geo-show-fr">A</p>', `p.className = 'geo-show-de'`, 'A', ''],
  ['another class shows', '<p class="geo-show-de">A</p>', `p.className = 'geo-show-fr'`, '', 'A'],
  ['without class, it shows', '<p class="geo-show-de">A</p>', `p.removeAttribute('class')`, '', 'A'],
  ['without class, beside others, it shows', '<p class="x geo-show-de">A</p>', `p.className = 'x'`, '', 'A'],
  ['a new class hides', '<p>A</p>', `p.className = 'geo-hide-fr'`, 'A', ''],
  ['without geo-hide, it shows', '<p class="geo-hide-fr">A</p>', `p.className = ''`, '', 'A'],
  ['another geo-hide shows', '<p class="geo-hide-fr">A</p>', `p.className = 'geo-hide-de'`, '', 'A'],
  ['other classes change nothing', '<p class="geo-show-de">A</p>', `p.className += ' x'`, '', ''],
  ['the owner’s hidden is back', '<p hidden class="geo-show-fr">A</p>', `p.className = ''`, 'A', ''],
  ['a class beside a text hides', text, `p.classList.add('geo-show-de')`, 'France', ''],
  ['a class beside a text shows', text, `p.classList.add('geo-show-fr')`, 'France', 'France'],
  [
    'a class from beside a text shows',
    '<p class="geo-show-de" data-geo-text="{country}">you</p>',
    `p.className = ''`,
    '',
    'France',
  ],
  [
    'a class beside data-geo-class hides',
    '<p class="geo-show-fr" data-geo-class="in-{country}">A</p>',
    `p.classList.replace('geo-show-fr', 'geo-show-de')`,
    'A',
    '',
  ],
  [
    'a class beside data-geo-class shows',
    '<p class="geo-show-de" data-geo-class="in-{country}">A</p>',
    `p.classList.replace('geo-show-de', 'geo-show-fr')`,
    '',
    'A',
  ],
  ['a morph shows', '<p class="geo-show-de">A</p>', morph('geo-show-fr', 'B'), '', 'B'],
  ['a morph hides', '<p class="geo-show-fr">A</p>', morph('geo-show-de', 'B'), 'A', ''],
  [
    'a morph shows a text',
    '<p class="geo-show-de" data-geo-text="{country}">you</p>',
    morph('geo-show-fr', 'all'),
    '',
    'France',
  ],
  ['another show hides', '<p data-geo-show="country: FR">A</p>', `p.dataset.geoShow = 'country: DE'`, 'A', ''],
  ['without show, it shows', '<p data-geo-show="country: DE">A</p>', `delete p.dataset.geoShow`, '', 'A'],

  [
    'geo-if, another show hides',
    '<geo-if country="FR" data-geo-show="country: FR">A</geo-if>',
    `p.dataset.geoShow = 'country: DE'`,
    'A',
    '',
  ],
  [
    'geo-if, another show shows',
    '<geo-if country="FR" data-geo-show="country: DE">A</geo-if>',
    `p.dataset.geoShow = 'country: FR'`,
    '',
    'A',
  ],
  [
    'geo-if, without show, it shows',
    '<geo-if country="FR" data-geo-show="country: DE">A</geo-if>',
    `delete p.dataset.geoShow`,
    '',
    'A',
  ],
  ['geo-if, a new hide hides', '<geo-if country="FR">A</geo-if>', `p.dataset.geoHide = 'country: FR'`, 'A', ''],
  ['geo-if, a class hides', '<geo-if country="FR">A</geo-if>', `p.className = 'geo-show-de'`, 'A', ''],
  [
    'geo-if, without class, it shows',
    '<geo-if country="FR" class="geo-hide-fr">A</geo-if>',
    `p.className = ''`,
    '',
    'A',
  ],
  [
    'geo-switch, another show hides',
    twoParts('data-geo-show="country: FR"'),
    `p.dataset.geoShow = 'country: DE'`,
    'A',
    '',
  ],
  ['geo-switch, without show, it shows', twoParts('data-geo-show="country: DE"'), `delete p.dataset.geoShow`, '', 'A'],
  ['geo-switch, a class hides', twoParts(''), `p.className = 'geo-hide-fr'`, 'A', ''],
  ['geo-switch, without class, it shows', twoParts('class="geo-hide-fr"'), `p.className = ''`, '', 'A'],
  [
    'geo-case, another hide hides',
    cases('data-geo-hide="country: DE"'),
    `p.firstChild.dataset.geoHide = 'country: FR'`,
    'A',
    '',
  ],
  [
    'geo-case, without hide, it shows',
    cases('data-geo-hide="country: FR"'),
    `delete p.firstChild.dataset.geoHide`,
    '',
    'A',
  ],
  ['geo-case, a class hides', cases(''), `p.firstChild.className = 'geo-show-de'`, 'A', ''],
  ['geo-case, without class, it shows', cases('class="geo-show-de"'), `p.firstChild.className = ''`, '', 'A'],
  [
    'a child without its own condition follows its geo-if',
    '<geo-if country="FR"><p hidden class="geo-show-de">A</p></geo-if>',
    `p.firstChild.className = ''`,
    '',
    'A',
  ],
  [
    'a child with a condition of its own follows that',
    '<geo-if country="FR"><p hidden>A</p></geo-if>',
    `p.firstChild.className = 'geo-show-de'`,
    'A',
    '',
  ],

  ['ignored, a text', text, `p.dataset.geoIgnore = ''`, 'France', 'you'],
  ['answered, a text', `<p data-geo-ignore${text.slice(2)}`, `delete p.dataset.geoIgnore`, 'you', 'France'],
  ['ignored around a text', `<div>${text}</div>`, `p.dataset.geoIgnore = ''`, 'France', 'you'],
  ['answered around a text', `<div data-geo-ignore>${text}</div>`, `delete p.dataset.geoIgnore`, 'you', 'France'],
  [
    'ignored around what is ignored',
    `<div>${text}<b data-geo-ignore data-geo-text="{country}">I</b></div>`,
    `p.dataset.geoIgnore = ''`,
    'France I',
    'you I',
  ],
  [
    'answered around what is ignored',
    `<div data-geo-ignore>${text}<b data-geo-ignore data-geo-text="{country}">I</b></div>`,
    `delete p.dataset.geoIgnore`,
    'you I',
    'France I',
  ],
  [
    'answered inside what is ignored',
    `<div data-geo-ignore><b data-geo-ignore data-geo-text="{country}">I</b></div>`,
    `delete p.firstChild.dataset.geoIgnore`,
    'I',
    'I',
  ],
  ['ignored around a class', '<div><p class="geo-show-de">A</p></div>', `p.dataset.geoIgnore = ''`, '', 'A'],
  [
    'answered around a class',
    '<div data-geo-ignore><p class="geo-show-de">A</p></div>',
    `delete p.dataset.geoIgnore`,
    'A',
    '',
  ],
  ['moved into what is ignored', `${text}<i data-geo-ignore></i>`, `section.lastChild.append(p)`, 'France', 'you'],
  [
    'moved out of what is ignored',
    `<div data-geo-ignore>${text}</div>`,
    `section.append(p.firstChild)`,
    'you',
    'France',
  ],
  ['ignored, geo-text', '<geo-text template="{country}">you</geo-text>', `p.dataset.geoIgnore = ''`, 'France', 'you'],
  [
    'answered, geo-text',
    '<geo-text data-geo-ignore template="{country}">you</geo-text>',
    `delete p.dataset.geoIgnore`,
    'you',
    'France',
  ],
  ['ignored, geo-if', '<geo-if country="DE">A</geo-if>', `p.dataset.geoIgnore = ''`, '', 'A'],
  ['answered, geo-if', '<geo-if data-geo-ignore country="DE">A</geo-if>', `delete p.dataset.geoIgnore`, 'A', ''],
  ['ignored around a switch', `<div>${cases('')}</div>`, `p.dataset.geoIgnore = ''`, 'A', 'B'],
  ['answered around a switch', `<div data-geo-ignore>${cases('')}</div>`, `delete p.dataset.geoIgnore`, 'B', 'A'],

  ['a case that has left its switch', cases(''), `section.append(p.firstChild)`, 'A', 'B'],
  ['a case that moves before its switch', cases(''), `section.moveBefore(p.firstChild, p)`, 'A', 'B'],
  [
    'a case that comes back',
    cases(''),
    `const one = p.firstChild; section.append(one); await frame(); p.append(one)`,
    'A',
    'A',
  ],
  [
    'what was for no, and has left its geo-if',
    '<geo-if country="DE">A<p slot="else" hidden>B</p></geo-if>',
    `section.append(p.lastChild)`,
    'B',
    '',
  ],
  [
    'what was for no, and comes back',
    '<geo-if country="DE">A<p slot="else" hidden>B</p></geo-if>',
    `const one = p.lastChild; one.remove(); await frame(); p.append(one)`,
    'B',
    'B',
  ],

  [
    'a template that has left its geo-if',
    '<geo-if country="FR"><template>A</template><p slot="else">B</p></geo-if>',
    `section.append(p.firstChild)`,
    'A',
    '',
  ],
  [
    'a template for no before which one for yes stands',
    '<geo-if country="DE"><template>A</template><template slot="else">B</template></geo-if>',
    `section.append(p.lastElementChild.previousElementSibling); await frame(); p.setAttribute('country', 'FR')`,
    'B',
    'A',
  ],
  [
    'what was for a price of nothing, and has left it',
    '<geo-currency prices="EUR 2" minus="EUR 2">x<b slot="reached" hidden>A</b></geo-currency>',
    `section.append(p.lastChild)`,
    'A',
    'x',
  ],

  ['a copy in a shadow tree', text, copyIntoShadow, 'France', 'France'],
  ['a copy in a shadow tree, ignored', text, `${copyIntoShadow} host.dataset.geoIgnore = ''`, 'France', 'you'],
  [
    'a copy in a shadow tree, ignored and answered',
    text,
    `${copyIntoShadow} host.dataset.geoIgnore = ''; await frame(); delete host.dataset.geoIgnore`,
    'France',
    'France',
  ],
  [
    'a hidden copy in a shadow tree',
    '<p class="geo-show-de">A</p>',
    `${copyIntoShadow} host.shadowRoot.firstChild.className = ''`,
    '',
    'A',
  ],
  [
    'a copy of a template’s copy in a shadow tree, ignored',
    '<geo-if country="FR"><template><b data-geo-text="{country}">you</b></template></geo-if>',
    `${copyIntoShadow} host.shadowRoot.querySelector('b').dataset.geoIgnore = ''`,
    'France',
    'you',
  ],
];

/** Does to each row what its script does, one after the other, and reads it before and after. */
async function changed(page: Page): Promise<Record<string, readonly [before: string, after: string]>> {
  const read: Record<string, readonly [before: string, after: string]> = {};
  for (const [index, [name, , script]] of rows.entries()) {
    const section = page.locator('section').nth(index);
    const before = await visibleText(section);
    await page.evaluate(`(async () => {
      const section = document.querySelectorAll('section')[${index}];
      const p = section.firstChild;
      const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      ${script};
      await frame();
    })()`);
    read[name] = [before, await visibleText(section)];
  }
  return read;
}

const expected = Object.fromEntries(rows.map(([name, , , before, after]) => [name, [before, after]]));
const html = rows.map(([, html]) => `<section>${html}</section>`).join('');

test('what decides is followed on a page that the widget has written', async ({ page, site }) => {
  await open(page, site.page(html));
  expect(await changed(page)).toEqual(expected);
});

test('what decides is followed on a page that the server has written', async ({ page, site }) => {
  site.page(html);
  const { url } = await site.front();
  await open(page, url);
  await expect(page.locator('[data-geolet-was]')).toHaveCount(0);
  await settled(page);
  expect(await changed(page)).toEqual(expected);
});
