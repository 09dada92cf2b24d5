import type { Page } from '@playwright/test';
import { createPageReport } from '../../../src/pages/front/page-report.ts';
import { createPageRenderer } from '../../../src/pages/front/personalize-page.ts';
import { readPageOptions } from '../../../src/pages/front/page-options.ts';
import { faults } from '../../support/site.ts';
import { expect, test } from '../support/test.ts';

const samples = Number(process.env.GEOLET_RANDOM_COUNT ?? 16);

/** The same numbers each time. https://en.wikipedia.org/wiki/Linear_congruential_generator */
function createRandom(seed: number) {
  let state = seed;
  const below = (count: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * count);
  };
  return { below, one: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value };
}

const { below, one } = createRandom(Number(process.env.GEOLET_RANDOM_SEED ?? 29));
const several = <Value>(make: () => Value, most: number) => Array.from({ length: below(most + 1) }, make);

const classes = ['a', 'b', 'c', 'A', 'é'];
const tags = ['div', 'p', 'a', 'span', 'b', 'h1', 'h2', 'ul', 'li', 'section', 'table', 'tr', 'td', 'button', 'i'];
let count = 0;

function attributes(): string {
  const found = new Set(
    several(
      () =>
        one([
          () => `class="${several(() => one([...classes, '&eacute;', 'geo-hide-fr']), 3).join(' ')}"`,
          () => `id="${one(['one', 'two'])}"`,
          () => `title="${one(['x', 'EN', 'en', 'a&amp;b'])}"`,
          () => `rel="${one(['Next', 'next'])}"`,
          () =>
            one(['hidden', 'data-geo-text="{city}"', 'data-geo-class="is-{countryCode}"', 'data-geo-title="{city}"']),
          () => one(['data-geo-show="country: FR"', 'data-geo-hide="country: DE"', 'lang="fr"']),
        ])(),
      2,
    ),
  );
  return ` data-i="${count++}" ${[...found].join(' ')}`;
}

/** As people write HTML: with ends that are missing, too late, or of something else. */
function markup(depth: number): string {
  if (depth === 0 || below(5) === 0) return one(['text ', 'x', '', 'é', `<br${attributes()}>`, `<img${attributes()}>`]);
  const inside = () => several(() => markup(depth - 1), 3).join('');
  const tag = one(tags);
  return one([
    () => `<${tag}${attributes()}>${inside()}</${tag}>`,
    () => `<${tag}${attributes()}>${inside()}</${tag}>`,
    () => `<${tag}${attributes()}>${inside()}</${tag}>`,
    () => `<${tag}${attributes()}>${inside()}${below(3) === 0 ? '' : `</${below(4) === 0 ? one(tags) : tag}>`}`,
    // Not on a link or `<b>`, which a browser opens again, with its attributes, where its end tag is missing.
    () => `<section data-geo-ignore${attributes()}>${inside()}</section>`,
    () => `<table${attributes()}><tr${attributes()}><td${attributes()}>${inside()}</table>`,
    () => `<ul${attributes()}><li${attributes()}>${inside()}<li${attributes()}>${inside()}</ul>`,
    () =>
      `<geo-if country="${one(['FR', 'DE'])}"${attributes()}>${inside()}<p${attributes()} slot="else">no</p></geo-if>`,
    () =>
      `<svg${attributes()}><a${attributes()}><text>x</text></a><foreignObject><p${attributes()}>x</p></foreignObject></svg>`,
    () => `<select${attributes()}><option${attributes()}>x<option${attributes()}>y</select>`,
  ])();
}

function simple(): string {
  return one([
    () => `.${one(classes)}`,
    () => `#${one(['one', 'two'])}`,
    () => one(['[title]', '[title=en]', '[title*="&"]', '[rel=next]', '[hidden]', '[lang|=fr]', '[data-geo-text]']),
  ])();
}

function compound(): string {
  const first = one(['', ...tags, 'tbody', 'body', 'html', 'foreignobject', 'DIV', '*']);
  const rest = several(() => (below(5) === 0 ? `:not(${simple()})` : simple()), 1).join('');
  return first + rest || '*';
}

const selector = () =>
  Array.from({ length: 1 + below(3) }, compound).reduce((left, right) => left + one([' ', ' > ']) + right);

function rule(): object {
  const when = one([{}, {}, { when: one(['country: FR', 'country: DE', 'local-time: 09:00-17:00', 'own']) }]);
  return {
    select: Array.from({ length: 1 + below(2) }, selector).join(', '),
    ...one([
      { text: '{city}' },
      { text: '[{countryCode}]' },
      { currency: 'USD 49, EUR 45' },
      { show: one(['country: FR', 'country: DE', 'own']) },
      { hide: one(['country: FR', 'country: DE', 'color: dark']) },
      { title: '{city}!' },
      { class: one(['is-{countryCode}', 'a-{city} c']) },
      { href: '/{countryCode}', alt: '{city}' },
    ]),
    ...when,
  };
}

/** What each element shows, by its number, the copies that a browser makes of it, and what is asked. */
const read = () => {
  const seen: Record<string, number> = {};
  const found: Record<string, string> = {};
  for (const element of document.querySelectorAll('[data-i]')) {
    const number = element.getAttribute('data-i') ?? '';
    seen[number] = (seen[number] ?? 0) + 1;
    const key = `${number}.${seen[number]} ${element.localName}`;
    const text = element.firstElementChild?.matches(':not(template)') ? '' : element.textContent;
    found[`${key} text`] = text.replace(/\s+/g, ' ');
    for (const name of ['hidden', 'class', 'title', 'href', 'alt']) {
      const value = element.getAttribute(name);
      found[`${key} ${name}`] = name === 'hidden' ? String(value !== null) : String(value);
    }
  }
  return found;
};

const script = '<script async src="/geolet.js" data-endpoint="/geo"></script>';
const visitors: readonly { readonly countryCode?: string; readonly city: string; readonly currencyCode?: string }[] = [
  { countryCode: 'FR', city: 'Lyon', currencyCode: 'EUR' },
  { countryCode: 'DE', city: 'Köln & <b>', currencyCode: 'EUR' },
  { city: 'Nowhere' },
];

async function settled(page: Page, city: string): Promise<void> {
  await expect.poll(() => page.locator('html').getAttribute('title')).toBe(city);
  await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

test('random rules give random pages the same on Node as in a browser @rare', async ({ page, site, expectLines }) => {
  test.setTimeout(240_000);
  // Random pages have mistakes.
  expectLines(/^warning: \[geolet\] /);
  const differences: string[] = [];
  let written = 0;
  for (let sample = 0; sample < samples; sample++) {
    const rules = [{ select: 'html', title: '{city}' }, ...Array.from({ length: 12 }, rule)];
    const visitor = visitors[sample % visitors.length] ?? { city: '' };
    const body = Array.from({ length: 12 }, () => `<section>${markup(4)}</section>`).join('\n');
    const settings = JSON.stringify({ groups: { own: 'country: FR' }, rules });
    const record = `<script type="application/json" data-geo-record>${JSON.stringify({ version: 1, time: Date.now(), record: visitor })}</script>`;
    const html = `<!doctype html><html lang="en" class="${one(classes)}"><head><meta charset="utf-8"><title>Rules</title><script type="application/json" data-geo-settings>${settings.replaceAll('<', String.raw`\u003c`)}</script>${record}${script}</head><body class="${one(classes)}">${body}</body></html>`;
    const renderer = createPageRenderer(
      readPageOptions({ origin: 'https://pages.example' }),
      createPageReport(() => {}),
    );
    const source = new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    const request = new Request(`${site.url}/alone`, { headers: { 'accept-language': 'en-US' } });
    const server = (await renderer?.render(source, request, visitor).text()) ?? '';
    const taken = server.replace('data-geo-record', 'data-geo-record data-geo-edge');
    for (const [path, markupOf] of [
      ['/asis', html.replace(script, '')],
      ['/alone', html],
      ['/still', server.replace(script, '')],
      ['/taken', taken],
    ] as const)
      site.file(path, faults.body(markupOf, 'text/html; charset=utf-8'));
    const look = async (path: string, waits: boolean) => {
      await page.goto(`${site.url}${path}`);
      if (waits) await settled(page, visitor.city);
      return page.evaluate(read);
    };
    const [asIs, alone, still, takenOver] = [
      await look('/asis', false),
      await look('/alone', true),
      await look('/still', false),
      await look('/taken', true),
    ];
    for (const [key, value] of Object.entries(alone)) {
      if (takenOver[key] !== value) differences.push(`${sample} ${key}: taken over ${takenOver[key]}, alone ${value}`);
      const [first, before] = [still[key], asIs[key]];
      if (first !== undefined && first !== value && first !== before)
        differences.push(`${sample} ${key}: written ${first}, alone ${value}, before ${before}`);
      if (first !== before && first === value) written++;
    }
    await page.evaluate(() => localStorage.clear());
  }
  expect(differences).toEqual([]);
  expect(written).toBeGreaterThan(5 * samples);
});
