import type { Browser, Page } from '@playwright/test';
import { median } from '../median.ts';
import { openPage } from './browser.ts';
import { type Section, spread } from './report.ts';
import type { BenchSite } from './site.ts';

/**
 * Pages with the same list, 60 % text, 20 % links, 20 % shown or hidden, in the markup of each library; and the script that makes
 * it right for a visitor from Lyon. [`is-right.js`](is-right.js) says when it is.
 */
export interface Variant {
  readonly name: string;
  /** Script time as a multiple of the floor's, at most. Without it the variant is only shown. */
  readonly goal?: number;
  readonly limit?: number;
  /** Scripts that are there before the clock starts. */
  readonly scripts: readonly string[];
  item(kind: Kind): string;
  list?: string;
  /** Script text, run while the clock runs. */
  readonly start: string;
}

export type Kind = 'city' | 'country' | 'both' | 'link' | 'shown' | 'hidden';

const kinds: readonly Kind[] = ['city', 'country', 'both', 'link', 'shown', 'city', 'country', 'both', 'link', 'hidden'];

export interface Rewritten {
  readonly variant: string;
  readonly nodes: number;
  readonly goal: number | undefined;
  readonly limit: number | undefined;
  /** Script time as a multiple of the floor's in the same round. */
  readonly ratios: readonly number[];
  readonly scriptMs: readonly number[];
  /** Of all that is kept, in bytes; the floor keeps what it wrote over, too. */
  readonly bytesPerNode: readonly number[];
}

const bound = (kind: Kind): string =>
  ({
    city: '<li data-geo-text="Shoes for {city}">Shoes for you</li>',
    country: '<li data-geo-text="Hello {country}">Hello</li>',
    both: '<li data-geo-text="{city}, {country}">Somewhere</li>',
    link: '<li><a href="/shop" data-geo-href="/{country:lower}/shop">Shop</a></li>',
    shown: '<li data-geo-show="country: FR" hidden>Ici</li>',
    hidden: '<li data-geo-show="country: US">There</li>',
  })[kind];

export const variants: readonly Variant[] = [
  { name: 'hand-written loop', scripts: ['/floor-rewriting.js'], item: bound, start: 'rewrite()' },
  { name: 'Geolet', goal: 1, limit: 1.1, scripts: ['/geolet.js'], item: bound, start: 'geolet.scan()' },
  {
    name: 'lit-html',
    scripts: ['/peer-lit-html.js'],
    item: () => '',
    start: 'start()',
  },
  {
    name: 'petite-vue',
    scripts: ['/node_modules/petite-vue/dist/petite-vue.iife.js'],
    item: (kind) =>
      ({
        city: `<li v-text="'Shoes for ' + city">Shoes for you</li>`,
        country: `<li v-text="'Hello ' + country">Hello</li>`,
        both: `<li v-text="city + ', ' + country">Somewhere</li>`,
        link: `<li><a href="/shop" :href="'/' + code.toLowerCase() + '/shop'">Shop</a></li>`,
        shown: `<li v-show="code === 'FR'">Ici</li>`,
        hidden: `<li v-show="code === 'US'">There</li>`,
      })[kind],
    start: 'PetiteVue.createApp(visitor).mount("#list")',
  },
  {
    name: 'Knockout',
    scripts: ['/node_modules/knockout/build/output/knockout-latest.js'],
    item: (kind) =>
      ({
        city: `<li data-bind="text: 'Shoes for ' + city()">Shoes for you</li>`,
        country: `<li data-bind="text: 'Hello ' + country()">Hello</li>`,
        both: `<li data-bind="text: city() + ', ' + country()">Somewhere</li>`,
        link: `<li><a href="/shop" data-bind="attr: { href: '/' + code().toLowerCase() + '/shop' }">Shop</a></li>`,
        shown: `<li data-bind="visible: code() === 'FR'">Ici</li>`,
        hidden: `<li data-bind="visible: code() === 'US'">There</li>`,
      })[kind],
    start: 'ko.applyBindings(Object.fromEntries(Object.entries(visitor).map(([name, value]) => [name, ko.observable(value)])), document.querySelector("#list"))',
  },
  {
    name: 'Alpine',
    scripts: [],
    list: 'x-data="visitor"',
    item: (kind) =>
      ({
        city: `<li x-text="'Shoes for ' + city">Shoes for you</li>`,
        country: `<li x-text="'Hello ' + country">Hello</li>`,
        both: `<li x-text="city + ', ' + country">Somewhere</li>`,
        link: `<li><a href="/shop" :href="'/' + code.toLowerCase() + '/shop'">Shop</a></li>`,
        shown: `<li x-show="code === 'FR'">Ici</li>`,
        hidden: `<li x-show="code === 'US'">There</li>`,
      })[kind],
    // Starts by itself when it is loaded.
    start: 'const script = document.createElement("script"); script.src = "/node_modules/alpinejs/dist/cdn.min.js"; document.body.append(script)',
  },
  {
    name: 'a plain custom element for each',
    scripts: ['/peer-custom-elements.js'],
    item: (kind) =>
      kind === 'link' ? '<li><x-link template="/{code}/shop">Shop</x-link></li>' : kind === 'shown' ? '<li><x-show code="FR" hidden>Ici</x-show></li>' : kind === 'hidden' ? '<li><x-show code="US">There</x-show></li>'
        : `<li><x-text template="${{ city: 'Shoes for {city}', country: 'Hello {country}', both: '{city}, {country}' }[kind]}">Shoes for you</x-text></li>`,
    start: 'start()',
  },
];

export async function measureRewriting(browser: Browser, site: BenchSite, nodes: number, rounds: number): Promise<Rewritten[]> {
  const found = variants.map(() => ({ scriptMs: [] as number[], bytesPerNode: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, variant] of variants.entries()) {
      const { scriptMs, bytes } = await once(browser, site, variant, nodes);
      found[index]?.scriptMs.push(scriptMs);
      found[index]?.bytesPerNode.push(bytes / nodes);
    }
  }
  const floor = found[0]?.scriptMs ?? [];
  return variants.map(({ name, goal, limit }, index) => {
    const { scriptMs = [], bytesPerNode = [] } = found[index] ?? {};
    return { variant: name, nodes, goal, limit, ratios: scriptMs.map((ms, turn) => ms / (floor[turn] ?? Number.NaN)), scriptMs, bytesPerNode };
  });
}

export function rewritingSection(rewritten: readonly Rewritten[]): Section {
  return {
    title: 'Rewriting, and memory',
    head: ['nodes', 'library', '× floor [range]', 'script ms', 'bytes kept per node'],
    rows: rewritten.map(({ nodes, variant, ratios, scriptMs, bytesPerNode }) => [nodes.toLocaleString('en-US'), variant, spread(ratios, 2), median(scriptMs).toFixed(1), median(bytesPerNode).toFixed(0)]),
    goals: rewritten.flatMap(({ variant, nodes, goal, limit, ratios }) => (goal === undefined ? [] : [{ name: `rewriting, ${variant}, ${nodes.toLocaleString('en-US')} nodes`, value: median(ratios), goal, ...(limit !== undefined && { limit }), unit: '×' }])),
  };
}

async function once(browser: Browser, site: BenchSite, { name, scripts, item, list, start }: Variant, nodes: number): Promise<{ scriptMs: number; bytes: number }> {
  const { page, scriptSeconds, heapBytes, close } = await openPage(browser);
  try {
    const items = Array.from({ length: nodes }, (_, index) => item(kinds[index % kinds.length] ?? 'city')).join('\n');
    const url = site.page(`<ul id="list" ${list ?? ''}>\n${items}\n</ul>`);
    await page.goto(url);
    await page.evaluate((count) => Object.assign(globalThis, { visitor: { city: 'Lyon', country: 'France', code: 'FR' }, nodes: count }), nodes);
    for (const src of ['/is-right.js', ...scripts]) await page.addScriptTag({ url: src });
    await page.waitForFunction(() => !('geolet' in globalThis) || document.documentElement.dataset.visitorStatus === 'ready');
    await page.evaluate('globalThis.loaded');
    const [bytesBefore, before] = [await heapBytes(), await scriptSeconds()];
    // From a timer: what the debugger evaluates itself does not count as the page's script.
    await page.evaluate(`void setTimeout(() => { ${start} })`);
    await untilRight(page, name);
    const after = await scriptSeconds();
    return { scriptMs: (after - before) * 1000, bytes: (await heapBytes()) - bytesBefore };
  } finally {
    await close();
  }
}

/** Looks by the debugger too, and not in every frame: that a library works in many short tasks must not cost it more looks. */
async function untilRight(page: Page, name: string): Promise<void> {
  for (const end = performance.now() + 60_000; !(await page.evaluate('isRight()')); ) {
    if (performance.now() > end) throw new Error(`${name} does not get the list right`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
