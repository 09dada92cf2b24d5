import { closest } from '../../record/closest.ts';
import { attempt } from '../../rules/attempt.ts';
import { isLazy } from '../../rules/conditions/conditions.ts';
import { parseEntries } from '../../rules/conditions/condition.ts';
import { isReadable } from '../../rules/conditions/lazy-conditions.ts';
import { bindingPrefix, readBindings, readPriceList } from '../../rules/markup/bindings.ts';
import { casesIn, childrenIn, conditionEntries } from '../../rules/markup/parts.ts';
import { priceText, readPriceElement } from '../../rules/markup/value-element.ts';
import { meantCurrency } from '../../rules/meant-words.ts';
import { markOf } from '../../rules/markup/written.ts';
import { parsePrices } from '../../rules/money/money.ts';
import { withList } from '../../rules/money/price-book.ts';
import { parseMinus, reachedSlot } from '../../rules/money/threshold.ts';
import type { Price } from '../../rules/money/price.ts';
import { aroundPrice } from '../../rules/money/written-price.ts';
import { canonicalLanguage } from '../../rules/text/language.ts';
import type { Facts } from '../../rules/facts.ts';
import { asksForPrice, deliveryWordsIn } from '../../rules/text/template.ts';
import { askedConditions, visibilityRules } from './asked-conditions.ts';
import { describeMistake, spellAsAttribute, spellAsText } from './mistake-words.ts';
import { whyNeverMeant, whyNeverMet } from './never-met.ts';
import { markupNotRead } from './markup-not-read.ts';
import type { Advice, PageReader, PageToRead } from './page-reader.ts';
import { shorten, sourceOf } from './source.ts';
import { didYouMean } from './suggestion.ts';
import { typosOn } from './typos.ts';

/**
 * Mistakes in a page's markup that it does not report, and that its owner would like to know. They are looked for one
 * after the other, so that a caller may stop.
 */
export function* findingsOn<Node>(page: PageToRead<Node>): Generator<Advice<Node>> {
  yield* unanswerable(page);
  for (const element of page.elements) for (const words of typosOn(page, element)) yield { words, element };
  yield* markupNotRead(page);
  yield* switches(page);
  yield* cases(page);
  yield* whenAlone(page);
  yield* pricesAlone(page);
  yield* plansAlone(page);
  yield* openElse(page);
  yield* hiddenByStyle(page);
  yield* swallowing(page);
  yield* withoutFallback(page);
  for (const element of page.elements) yield* pricesBesideTheText(page, element);
  for (const element of page.elements) yield* currenciesThatAreNone(page, element);
  for (const element of withTags(page, 'geo-currency')) yield* minusOfNoPrice(page, element);
}

/** Conditions that no visitor meets: their values cannot be read, do not exist, or exclude each other. */
function* unanswerable<Node>({ reader, ...page }: PageToRead<Node>): Generator<Advice<Node>> {
  const conditions = askedConditions({ reader, ...page });
  for (const { element, source, entries } of conditions)
    for (const { name, values } of parseEntries(entries)) {
      // What reads them is a file of its own, and only asked where the visitor's place is known.
      const wrong = isLazy(name) ? values.filter((value) => !isReadable(name, value)) : [];
      const spell = reader.attribute(element, name) === null ? spellAsText : spellAsAttribute;
      const code = 'unusable-value';
      for (const value of wrong) {
        const sentence = describeMistake(code, `${name}: ${value}`, { groups: [], spell });
        yield { words: `${source}: ${sentence}`, element, code };
      }
    }
  for (const { element, source, entries } of conditions) {
    const reason = whyNeverMet(entries);
    if (reason) yield { words: `${source} is never yes: ${reason}`, element };
    for (const one of whyNeverMeant(entries)) yield { words: `${source}: ${one}`, element };
  }
}

function withTags<Node>({ reader, elements }: PageToRead<Node>, ...tags: readonly string[]): readonly Node[] {
  return elements.filter((element) => tags.includes(reader.tag(element)));
}

function* switches<Node>(page: PageToRead<Node>): Generator<Advice<Node>> {
  const { reader } = page;
  for (const element of withTags(page, 'geo-switch')) {
    const open = casesIn(reader, element).filter((child) => isOpen(reader, child));
    if (open.length < 2) continue;
    const sources = open.map((child) => sourceOf(reader, child)).join(', ');
    const cause = `a <geo-switch> has ${open.length} cases without hidden, which all show when the answer is unknown`;
    yield { words: `${cause}: ${sources}. Add hidden to all of them but the default`, element };
  }
}

/** Only a `<geo-switch>` asks its cases, and only those with a condition. */
function* cases<Node>(page: PageToRead<Node>): Generator<Advice<Node>> {
  const { reader } = page;
  for (const element of withTags(page, 'geo-case')) {
    const parent = reader.parent(element);
    const isInSwitch = parent !== undefined && reader.tag(parent) === 'geo-switch';
    const source = sourceOf(reader, element);
    if (!isInSwitch) {
      const cause = `${source} is not a child of a <geo-switch>, so nothing asks it`;
      yield { words: `${cause}. Write <geo-switch> around the cases, or use <geo-if>`, element };
    } else if (conditionEntries(reader, element)?.length === 0) {
      const cause = `${source} has no condition, so it never shows`;
      yield { words: `${cause}. Write the default into the <geo-switch>, without a <geo-case>`, element };
    }
  }
}

/** `data-geo-when` is the condition of bindings that change a value. */
function* whenAlone<Node>({ reader, elements }: PageToRead<Node>): Generator<Advice<Node>> {
  for (const element of elements) {
    const when = reader.attribute(element, `${bindingPrefix}when`);
    if (typeof when !== 'string') continue;
    const names = reader.attributeNames(element).filter((name) => name.startsWith(bindingPrefix));
    if (names.some((name) => !/-(?:when|prices|delivery|show|hide)$/.test(name))) continue;
    const cause = `${sourceOf(reader, element)} has data-geo-when and nothing that it is for`;
    yield { words: `${cause}. To show and hide, write data-geo-show="${when}"`, element };
  }
}

/** A list that is named for no template. */
function* pricesAlone<Node>({ reader, elements }: PageToRead<Node>): Generator<Advice<Node>> {
  for (const element of elements) {
    const prices = reader.attribute(element, `${bindingPrefix}prices`);
    if (typeof prices !== 'string') continue;
    const templates = readBindings(reader, element).flatMap(({ content }) => content?.templates ?? []);
    if (templates.some(asksForPrice)) continue;
    const cause = `${sourceOf(reader, element)} has data-geo-prices and no template with {price-currency}`;
    yield { words: `${cause}. To show the price, write data-geo-currency="${prices}"`, element };
  }
}

/** A plan that is named for no template. */
function* plansAlone<Node>({ reader, elements }: PageToRead<Node>): Generator<Advice<Node>> {
  for (const element of elements) {
    const plan = reader.attribute(element, `${bindingPrefix}delivery`);
    if (typeof plan !== 'string') continue;
    const templates = readBindings(reader, element).flatMap(({ content }) => content?.templates ?? []);
    if (templates.some((template) => deliveryWordsIn(template).length > 0)) continue;
    const cause = `${sourceOf(reader, element)} has data-geo-delivery and no template with a word such as {delivery-dates}`;
    yield { words: `${cause}. To show the dates, write data-geo-text="{delivery-dates}"`, element };
  }
}

/** Whether an element was written without `hidden`, whatever shows now. */
function isOpen<Node>(reader: PageReader<Node>, element: Node): boolean {
  return reader.attribute(element, 'hidden') === null && reader.attribute(element, markOf('hidden')) === null;
}

/**
 * Before the answer, and with scripts off, an `else` without `hidden` shows beside the content that it replaces, and so
 * does what shows once a price is reached.
 */
function* openElse<Node>(page: PageToRead<Node>): Generator<Advice<Node>> {
  const { reader } = page;
  for (const [tag, slot] of [
    ['geo-if', 'else'],
    ['geo-currency', reachedSlot],
  ] as const)
    for (const element of withTags(page, tag).flatMap((host) => childrenIn(reader, host, slot))) {
      if (reader.tag(element) === 'template' || !isOpen(reader, element)) continue;
      const cause = `${sourceOf(reader, element)} with slot="${slot}" has no hidden`;
      yield { words: `${cause}: with scripts off both parts show. Add hidden`, element };
    }
}

/** Geolet takes `hidden` away from what shows, and no style of the page's own. */
function* hiddenByStyle<Node>({ reader, elements, known }: PageToRead<Node>): Generator<Advice<Node>> {
  for (const element of elements) {
    const [, style] = hidingStyle.exec(reader.attribute(element, 'style') ?? '') ?? [];
    if (style === undefined) continue;
    if (!known.conditional.includes(reader.tag(element)) && !visibilityRules(reader, element).length) continue;
    const cause = `${sourceOf(reader, element)} has style="${style}", so it never shows`;
    yield { words: `${cause}. Take that out, and write hidden`, element };
  }
}

const hidingStyle = /(?:^|;)\s*(display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i;

const blocks =
  'address article aside blockquote div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  );

const valueTags = ['geo-text', 'geo-currency', 'geo-time', 'geo-delivery', 'geo-flag'];

/** HTML reads `<geo-flag />` as a start tag, so that the rest of the page becomes its content. */
function* swallowing<Node>(page: PageToRead<Node>): Generator<Advice<Node>> {
  const { reader } = page;
  for (const [element, block] of firstBlocks(page)) {
    const contained = block === undefined ? swallowedWords(reader, element) : `<${block}>`;
    if (!contained) continue;
    const tag = reader.tag(element);
    const cause = `${sourceOf(reader, element)} contains ${contained}, which its value replaces`;
    yield { words: `${cause}: is the closing tag missing? Write <${tag} …></${tag}>, not <${tag} … />`, element };
  }
}

/** The elements that show a value and are in no other, each with the tag of the first block in it. */
function firstBlocks<Node>({ reader, elements }: PageToRead<Node>): ReadonlyMap<Node, string | undefined> {
  const around = new Map<Node, Node>();
  const blockIn = new Map<Node, string | undefined>();
  for (const element of elements) {
    const parent = reader.parent(element);
    const outermost = parent && (around.get(parent) ?? (blockIn.has(parent) ? parent : undefined));
    const tag = reader.tag(element);
    if (outermost === undefined) {
      if (valueTags.includes(tag)) blockIn.set(element, undefined);
      continue;
    }
    around.set(element, outermost);
    if (blockIn.get(outermost) === undefined && blocks.includes(tag)) blockIn.set(outermost, tag);
  }
  return blockIn;
}

/** A sentence goes on with a blank or a comma; what shows in place of a value does not begin so. */
function swallowedWords<Node>(reader: PageReader<Node>, element: Node): string | undefined {
  if (!reader.isLast(element)) return undefined;
  const text = reader.text(element);
  // One word may be what shows for everybody: ` $5`.
  const isSentence = reader.tag(element) === 'geo-flag' || /\S\s+\S/.test(text);
  return /^[ ,.;:!?)]/.test(text) && text.trim() && isSentence ? `"${shorten(text)}"` : undefined;
}

/** Elements that would be empty for a visitor without an answer. */
function* withoutFallback<Node>(page: PageToRead<Node>): Generator<Advice<Node>> {
  const { reader } = page;
  for (const element of withTags(page, ...page.known.text)) {
    if (reader.children(element).length || reader.text(element).trim()) continue;
    const cause = `${sourceOf(reader, element)} has no content: nothing shows before the answer, on failure and to crawlers`;
    yield { words: `${cause}. Write what everybody may see between its tags`, element };
  }
  for (const element of page.elements) yield* withoutDefault(reader, element);
}

/** What says where a link leads, and which picture shows. */
const addresses: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['img', 'src'],
]);

/** A link, a picture or a text without what everybody gets. */
function* withoutDefault<Node>(reader: PageReader<Node>, element: Node): Generator<Advice<Node>> {
  const written = ['text', addresses.get(reader.tag(element)) ?? []]
    .flat()
    .filter((one) => reader.attribute(element, `data-geo-${one}`) !== null);
  const bound = written.length ? readBindings(reader, element) : [];
  const name = written.find((one) => bound.some((binding) => binding.name === one));
  if (name === undefined || reader.original(element, name)?.trim()) return;
  const fix = name === 'text' ? 'text between its tags' : `${name} for everybody beside it`;
  const cause = `${sourceOf(reader, element)} has no default ${name} for an unknown location`;
  yield { words: `${cause}. Write the ${fix}`, element };
}

/**
 * A list's first price is what the page says when the answer is unknown. If the page says another, one of the two is
 * wrong.
 */
function* pricesBesideTheText<Node>(page: PageToRead<Node>, element: Node): Generator<Advice<Node>> {
  const { reader } = page;
  const base = pricesOf(page, element)?.[0];
  if (!base) return;
  if (reader.attribute(element, 'minus')?.trim()) return;
  const text =
    reader.tag(element) === 'geo-currency' ? priceText(reader, element) : (reader.original(element, 'currency') ?? '');
  if (aroundPrice(text, base, localeOf(reader, element), noFacts)) return;
  const first = `${base.currency} ${base.amount.toFixed(base.fractionDigits)}`;
  const cause = `${sourceOf(reader, element)} says "${shorten(text)}", but its list is for ${first}, its first price, so it stays as written for everybody`;
  yield { words: `${cause}. Make both the same, or give this price a list of its own`, element, code: 'other-price' };
}

const noFacts: Facts = { record: undefined, page: {} };

/** The language around an element, as the page says it. */
function localeOf<Node>(reader: PageReader<Node>, element: Node): string {
  let at: Node | undefined = element;
  for (let depth = 0; at !== undefined && depth < 100; depth++, at = reader.parent(at)) {
    const lang = reader.attribute(at, 'lang');
    if (lang) return canonicalLanguage(lang) ?? 'en';
  }
  return 'en';
}

/** Browsers format any three letters as a currency. */
function* currenciesThatAreNone<Node>(page: PageToRead<Node>, element: Node): Generator<Advice<Node>> {
  const { reader } = page;
  const prices = pricesOf(page, element) ?? readPriceList(reader, element)?.prices;
  const known = (prices && attempt(() => Intl.supportedValuesOf('currency'))) ?? [];
  if (!known.length) return;
  for (const { currency } of prices ?? []) {
    if (known.includes(currency)) continue;
    const cause = `${sourceOf(reader, element)} has ${currency}, which is not a currency`;
    yield { words: cause + didYouMean(meantCurrency(currency) ?? closest(currency, known), (meant) => meant), element };
  }
}

/** An amount is taken off a price of its own currency alone. */
function* minusOfNoPrice<Node>(page: PageToRead<Node>, element: Node): Generator<Advice<Node>> {
  const amounts = parseMinus({ parsePrices }, page.reader.attribute(element, 'minus') ?? '');
  const currencies = new Set(pricesOf(page, element)?.map(({ currency }) => currency));
  if (!amounts || !currencies.size || amounts.some(({ currency }) => currencies.has(currency))) return;
  const named = amounts.map(({ currency }) => currency).join(' and ');
  const cause = `${sourceOf(page.reader, element)} has minus in ${named}, and no price in that currency, so nothing is ever taken off`;
  yield { words: `${cause}. Write the amount in ${[...currencies].join(' or ')}`, element };
}

/** The price list of a `<geo-currency>`, or of a binding. */
function pricesOf<Node>({ reader, priceBook }: PageToRead<Node>, element: Node): readonly Price[] | undefined {
  const isElement = reader.tag(element) === 'geo-currency';
  if (!isElement && reader.attribute(element, 'data-geo-currency') === null) return undefined;
  const { sku, prices } = isElement
    ? readPriceElement(reader, element, { parsePrices })
    : (readBindings(reader, element).find(({ content }) => content?.prices)?.content ?? {});
  return prices && withList({ sku, prices }, priceBook)?.prices;
}
