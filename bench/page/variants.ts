/**
 * Pages with the same list, 60 % text, 20 % links, 20 % shown or hidden, in the markup of each library, and the script
 * that makes it right for `visitor`. [`is-right.js`](is-right.js) says when it is. The floor is first, and Geolet
 * second.
 */
export interface Variant {
  readonly name: string;
  readonly isOwn?: boolean;
  /** Scripts that are there before the clock starts. */
  readonly scripts: readonly string[];
  item(kind: Kind, index: number): string;
  /** Markup before the list. */
  readonly settings?: string;
  /** Attributes of the list. */
  readonly list?: string;
  /** Script text, run while the clock runs: makes the list right. */
  readonly start: string;
  /** Script text, run while the clock runs: makes it right for the visitor `expected`. */
  readonly change: string;
  /** For a library that finds inserted nodes by itself: when it is loaded. */
  readonly watches?: string;
  /** Script text that makes it be there. */
  readonly before?: string;
}

export type Kind = 'city' | 'country' | 'both' | 'link' | 'shown' | 'hidden';

const bound = (kind: Kind): string =>
  ({
    city: '<li data-geo-text="Shoes for {city}">Shoes for you</li>',
    country: '<li data-geo-text="Hello {country}">Hello</li>',
    both: '<li data-geo-text="{city}, {country}">Somewhere</li>',
    link: '<li><a href="/shop" data-geo-href="/{country:lower}/shop">Shop</a></li>',
    shown: '<li data-geo-show="country: FR" hidden>Ici</li>',
    hidden: '<li data-geo-show="country: US">There</li>',
  })[kind];

const alpine =
  'const script = document.createElement("script"); script.src = "/node_modules/alpinejs/dist/cdn.min.js"; document.body.append(script);';

export const variants: readonly Variant[] = [
  {
    name: 'hand-written loop',
    scripts: ['/floor-rewriting.js'],
    item: bound,
    start: 'rewrite(document.querySelector("#list"))',
    change: 'Object.assign(visitor, expected); rewrite()',
  },
  {
    name: 'Geolet',
    isOwn: true,
    scripts: ['/geolet.js'],
    item: bound,
    start: 'geolet.scan()',
    change: 'geolet.override(`country: ${expected.code}; city: ${expected.city}`)',
    watches: 'document.documentElement.dataset.visitorStatus === "ready"',
  },
  {
    name: 'lit-html',
    scripts: ['/peer-lit-html.js'],
    item: () => '',
    start: 'start()',
    change: 'Object.assign(visitor, expected); update()',
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
    start: 'globalThis.model = PetiteVue.reactive(visitor); PetiteVue.createApp(model).mount("#list")',
    change: 'Object.assign(model, expected)',
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
    start:
      'globalThis.model = Object.fromEntries(Object.entries(visitor).map(([name, value]) => [name, ko.observable(value)])); ko.applyBindings(model, document.querySelector("#list"))',
    change: 'for (const name in expected) model[name](expected[name])',
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
    start: alpine,
    change: 'Object.assign(Alpine.$data(document.querySelector("#list")), expected)',
    before: alpine,
    watches: '"Alpine" in globalThis',
  },
  {
    name: 'a plain custom element for each',
    scripts: ['/peer-custom-elements.js'],
    item: (kind) =>
      ({
        link: '<li><x-link template="/{code}/shop">Shop</x-link></li>',
        shown: '<li><x-show code="FR" hidden>Ici</x-show></li>',
        hidden: '<li><x-show code="US">There</x-show></li>',
        city: '<li><x-text template="Shoes for {city}">Shoes for you</x-text></li>',
        country: '<li><x-text template="Hello {country}">Shoes for you</x-text></li>',
        both: '<li><x-text template="{city}, {country}">Shoes for you</x-text></li>',
      })[kind],
    start: 'start()',
    change: 'Object.assign(visitor, expected); update()',
    before: 'start()',
    watches: 'true',
  },
];
