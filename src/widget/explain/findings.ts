import { formatPrice, parsePrices } from '../../rules/money.ts';
import { boundSelector } from '../bindings/directive.ts';
import type { Geolet } from '../api.ts';
import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../core.ts';
import { bindingNames, visibilityRules } from './binding-words.ts';
import { bindingsOn } from './bindings-on.ts';
import { closest } from './closest.ts';
import { type Entries, entriesOf, explainCondition, knownNames } from './condition-words.ts';
import { conditionEntries } from './conditional-words.ts';
import { elementNames } from './element-words.ts';
import { knownNow } from './known-now.ts';
import { whyNeverMet } from './never-met.ts';
import { shorten, sourceOf } from './source.ts';
import { startTimes } from './timings.ts';

interface Asked {
  readonly source: string;
  readonly entries: Entries;
}

/** Elements with a condition of their own. */
export const conditional = 'geo-if,geo-case,geo-suggest';

/** Every condition on the page, each text once. */
function conditionsOn(core: Core): Asked[] {
  const elements = [...document.querySelectorAll(conditional)].map((element) => ({ source: sourceOf(element), entries: conditionEntries(element, core) }));
  const bound = [...document.querySelectorAll(boundSelector)].flatMap((element) => [
    ...visibilityRules(element).map(({ source, entries }) => ({ source: `<${element.localName}> ${source}`, entries })),
    ...[element.getAttribute('data-geo-when')].filter((text) => text !== null).map((text) => ({ source: `<${element.localName}> data-geo-when="${text}"`, entries: entriesOf(text) })),
  ]);
  return [...new Map([...elements, ...bound].map((asked) => [asked.source, asked])).values()];
}

/** Conditions that nobody can answer for this visitor, with the reason. */
export function unknownConditions(core: Core, geolet: Geolet): string[] {
  const known = knownNow(core, geolet);
  if (!known.facts?.record) return [];
  return conditionsOn(core).flatMap(({ source, entries }) => {
    const { answer, lines } = explainCondition(entries, known);
    return answer === undefined ? [`${source}: ${lines.filter((line) => line.includes('→ unknown')).join('; ') || 'it has no condition'}`] : [];
  });
}

/** What nobody has told on the console, and an owner would like to know. Each once, with how often. */
export function findMistakes(core: Core): string[] {
  const found = [...neverMet(core), ...slips(), ...switches(), ...withoutFallback(core), ...pricesBesideTheText(core), ...late(core), ...tags(core)];
  const counts = new Map<string, number>();
  for (const finding of found) counts.set(finding, (counts.get(finding) ?? 0) + 1);
  return [...counts].map(([finding, count]) => (count > 1 ? `${finding} (${count} times)` : finding));
}

function neverMet(core: Core): string[] {
  return conditionsOn(core).flatMap(({ source, entries }) => {
    const reason = whyNeverMet(entries);
    return reason ? [`${source} is never yes: ${reason}`] : [];
  });
}

/** Attributes and tags that are nothing, and look like something of ours. */
function slips(): string[] {
  const found: string[] = [];
  const others = ['when', 'ignore', 'settings'];
  for (const element of document.querySelectorAll('*')) {
    const tag = element.localName;
    if (tag.startsWith('geo-') && tag !== 'geo-t' && !customElements.get(tag) && !elementNames.includes(tag)) found.push(`there is no element <${tag}>${did(closest(tag, elementNames), (name) => `<${name}>`)}`);
    for (const attribute of element.getAttributeNames()) {
      const name = attribute.startsWith('data-geo-') ? attribute.slice('data-geo-'.length) : '';
      if (name && ![...bindingNames, ...others].includes(name)) found.push(`<${tag}> has ${attribute}, which is nothing${did(closest(name, [...bindingNames, ...others]), (meant) => `data-geo-${meant}`)}`);
      const bare = attribute.replace(/^not-/, '');
      const meant = element.matches(conditional) && !knownNames.includes(bare) && !['hidden', 'slot', 'style', 'label', 'close', 'days', 'href', 'lang', 'override', 'placement', 'class', 'id', 'dir', 'title'].includes(bare) ? closest(bare, knownNames) : undefined;
      if (meant) found.push(`${sourceOf(element)} has ${attribute}, which is no condition; did you mean ${attribute.replace(bare, meant)}?`);
    }
  }
  return found;
}

function did(meant: string | undefined, spell: (name: string) => string): string {
  return meant ? `; did you mean ${spell(meant)}?` : '';
}

function switches(): string[] {
  return [...document.querySelectorAll('geo-switch')].flatMap((element) => {
    const open = [...element.children].filter((child) => child.localName === 'geo-case' && !child.hasAttribute('hidden') && !child.hasAttribute('data-geolet-hidden'));
    return open.length > 1 ? [`a <geo-switch> has ${open.length} cases without hidden, which all show when nobody knows: ${open.map(sourceOf).join(', ')}`] : [];
  });
}

/** Who has no answer would see nothing at all there. */
function withoutFallback(core: Core): string[] {
  const empty = (element: Element) => !element.firstElementChild && !element.textContent?.trim();
  const elements = [...document.querySelectorAll('geo-text,geo-currency,geo-time,geo-nearest')].filter(empty).map((element) => `${sourceOf(element)} has no content: nothing shows before the answer, on failure and to crawlers`);
  const links = [...document.querySelectorAll('a[data-geo-href],img[data-geo-src],[data-geo-text]')].flatMap((element) => {
    const [attribute, what] = element.hasAttribute('data-geo-text') ? ['data-geo-text', 'words'] : element.localName === 'a' ? ['data-geo-href', 'href'] : ['data-geo-src', 'src'];
    const binding = bindingsOn(element, core).find(({ directive }) => directive.source.includes(` ${attribute}=`));
    return binding && !binding.original?.trim() ? [`${sourceOf(element)} has no ${what} of its own for when nobody knows`] : [];
  });
  return [...elements, ...links];
}

/** A list's first price is what the page says when nobody knows; a page that says another has one of the two wrong. */
function pricesBesideTheText(core: Core): string[] {
  return [...document.querySelectorAll('geo-currency[prices],[data-geo-currency]')].flatMap((element) => {
    const binding = bindingsOn(element, core).find(({ directive }) => directive.source.includes('data-geo-currency='));
    const text = binding?.original ?? element.textContent ?? '';
    const base = parsePrices(element.getAttribute('prices') ?? element.getAttribute('data-geo-currency') ?? '')?.[0];
    const amount = base && String(Math.trunc(base.amount));
    if (!base || !amount || !/\d/.test(text) || text.replace(/[^\d]/g, '').includes(amount)) return [];
    const shown = formatPrice(base, core.localeOf(element), '', { record: undefined, page: {} });
    return [`${sourceOf(element)} is written as "${shorten(text)}", and the first of its prices, which stands for that, is ${shown}`];
  });
}

const lateMs = 1000;

function late(core: Core): string[] {
  const { startedAfterLoadMs = 0 } = startTimes(core);
  if (startedAfterLoadMs < lateMs) return [];
  return [`the script started ${(startedAfterLoadMs / 1000).toFixed(1)} s after the page had loaded: an optimiser or a tag manager delays it. Exclude geolet.js there, or write data-cfasync="false" before src on its tag`];
}

/** The page's own script tags: too many of them, or settings that were never read. */
function tags(core: Core): string[] {
  const scripts = [...document.scripts].filter(({ src }) => /\/geolet\.js([?#]|$)/.test(src));
  const twice = scripts.length > 1 ? [`${scripts.length} script tags load geolet.js: the first that ran counts, the others do nothing`] : [];
  return [...twice, ...scripts.flatMap((script) => unread(script, core))];
}

/** An optimiser or a tag manager that runs the script in its own way takes the tag's settings from it. */
function unread({ dataset }: HTMLScriptElement, { settings }: Core): string[] {
  const config = Object(globalThis.geoletConfig) as object;
  return Object.entries(settings).flatMap(([name, value]) => {
    const written = dataset[name]?.trim();
    if (!written || Object.hasOwn(config, name) || settings.mistakes.some((mistake) => mistake.startsWith(`${name}:`))) return [];
    const read = name === 'endpoint' ? attempt(() => new URL(written, location.href).href) : typeof value === 'number' ? Number(written) : written.toLowerCase();
    return read === value ? [] : [`the script tag says data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${written}", which was not read: another script starts geolet.js in its own way. Write it into window.geoletConfig`];
  });
}
