import { attempt } from '../rules/attempt.ts';
import type { Condition, Groups } from '../rules/conditions/clause.ts';
import { parseCondition } from '../rules/conditions/condition.ts';
import { parseGroups } from '../rules/conditions/own-groups.ts';
import { bindingPrefix } from '../rules/markup/bindings.ts';
import { readPriceElement } from '../rules/markup/value-element.ts';
import { originalAttribute } from '../rules/markup/written.ts';
import { parsePrices, parsePriceTag } from '../rules/money/money.ts';
import { withList } from '../rules/money/price-book.ts';
import type { Price, PriceBook, PriceTag } from '../rules/money/price.ts';
import { findJsonOffer } from '../rules/offer/json-offer.ts';
import { findMicrodataOffer, isMicrodataOffer } from '../rules/offer/microdata-offer.ts';
import {
  isAmount,
  isCurrency,
  listOfSettings,
  mostOffers,
  offerMark,
  type OfferPrice,
  parseOfferMark,
  UnusableOffer,
} from '../rules/offer/offer.ts';
import { amountIn } from './amount-in.ts';
import { type PageElement, readElements, readOnPage, treeReader } from './page-tree.ts';
import { readRulePrices, type RulePrice } from './rule-prices.ts';
import { scriptText, settingsIn } from './settings-block.ts';
import { readWrittenPrice } from './written-price.ts';

const boundPrice = `${bindingPrefix}currency`;

/** A price that the page shows from a list. */
export interface ListedPrice {
  readonly tag: PriceTag;
  /** As `data-geo-offer` takes the list. */
  readonly list: string;
  /** When the list is used. Undefined: always. */
  readonly when: Condition | undefined;
  /** What a server has written in place of the owner's text. */
  readonly serverText: string | undefined;
  /** The price in the owner's text. Undefined: the first of the list, or a text that cannot be read. */
  readonly writtenPrice: Pick<Price, 'amount' | 'currency'> | undefined;
  readonly locale: string;
}

/** A price that the page tells programs. */
export interface StatedPrice {
  /** Such as `JSON-LD`. */
  readonly source: string;
  readonly price: OfferPrice;
  /** The one that the owner wrote: a server may have written another. */
  readonly original: OfferPrice;
  /** The list that Geolet writes it from. */
  readonly list: string | undefined;
  readonly product: string | undefined;
  /** Whether it stands in `data-geo-ignore`. */
  readonly isIgnored?: boolean;
}

/** The prices in the HTML of a page. */
export interface PagePrices {
  readonly listed: readonly ListedPrice[];
  readonly stated: readonly StatedPrice[];
  /** Structured data that have no one price, with the reason. */
  readonly unusable: readonly string[];
  /** Why rules may write more prices. */
  readonly unknown: readonly string[];
  /** What visitors read besides the prices from lists. */
  readonly text: string;
  readonly groups: Groups | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** @param book the price book, where it is not in the page itself. */
export function readPagePrices(html: string, book: PriceBook | undefined): PagePrices {
  const all = readElements(html);
  const settings = settingsIn(all);
  const groups = attempt(() => parseGroups(settings['groups']));
  const title = all.find(({ tagName, namespace }) => tagName === 'title' && namespace === 'html');
  const { stated, unusable } = readStated(all, listOfSettings(settings['offer']));
  const name = title && treeReader.text(title).trim();
  const onPage = readOnPage(all);
  const { priceOf, unknown } = readRulePrices(all, settings['rules'], groups);
  return {
    listed: onPage.flatMap((element) => readListed(element, { groups, book, ofRule: priceOf.get(element) }) ?? []),
    stated: stated.map((one) => ({ ...one, product: one.product ?? name })),
    unusable,
    unknown,
    text: onPage.flatMap((element) => (priceOf.has(element) ? [] : textBesidesLists(element))).join(' '),
    groups,
    settings,
  };
}

interface Listing {
  readonly groups: Groups | undefined;
  readonly book: PriceBook | undefined;
  readonly ofRule: RulePrice | undefined;
}

function readListed(element: PageElement, { groups, book, ofRule }: Listing): ListedPrice | undefined {
  const { attributes, tagName } = element;
  const bound = attributes.get(boundPrice) ?? ofRule?.list;
  const isElement = tagName === 'geo-currency';
  const sku = attributes.get('sku');
  const named = sku ? `sku: ${sku}` : attributes.get('prices');
  const list = isElement ? named : bound;
  // What a template holds, visitors see only under a condition.
  if (list === undefined || surroundingsOf(element).isInTemplate) return undefined;
  const written = isElement ? readPriceElement(treeReader, element, { parsePrices }) : parsePriceTag(list);
  const tag = written && withList(written, book);
  // What is left of an amount is no price of a product.
  if (!tag?.prices.length || tag.minus) return undefined;
  const when = isElement ? undefined : attributes.get(`${bindingPrefix}when`);
  const locale = surroundingsOf(element).language;
  return {
    tag,
    list,
    when: when === undefined ? ofRule?.when : parseCondition(when, groups),
    serverText: textOfServer(element),
    writtenPrice: readWrittenPrice(element, tag.prices, locale),
    locale,
  };
}

function textBesidesLists({ tagName, attributes, content }: PageElement): readonly string[] {
  const isOther = /^(geo-currency|style|title|template)$/.test(tagName) || attributes.has(boundPrice);
  return isOther ? [] : content.filter((part) => typeof part === 'string');
}

/** What holds for an element because of those around it. */
interface Surroundings {
  readonly isInTemplate: boolean;
  /** Whether Geolet leaves the element alone. */
  readonly isIgnored: boolean;
  readonly language: string;
}

/** Kept, or each of many nested elements would look at all around it. */
const surroundings = new WeakMap<PageElement, Surroundings>();

export function surroundingsOf(element: PageElement): Surroundings {
  const path: PageElement[] = [];
  let at: PageElement | undefined = element;
  for (; at && !surroundings.has(at); at = at.parent) path.push(at);
  let found: Surroundings = (at && surroundings.get(at)) ?? { isInTemplate: false, isIgnored: false, language: 'en' };
  for (const one of path.toReversed()) {
    found = {
      isInTemplate: found.isInTemplate || one.parent?.tagName === 'template',
      isIgnored: found.isIgnored || one.attributes.has('data-geo-ignore'),
      language: one.attributes.get('lang') || found.language,
    };
    surroundings.set(one, found);
  }
  return found;
}

/** What `written-elements.ts` and `written-bindings.ts` have put in the place of the owner's text. */
function textOfServer(element: PageElement): string | undefined {
  const children = treeReader.children(element);
  const tree = children.find(({ tagName, attributes }) => tagName === 'template' && attributes.has('shadowrootmode'));
  if (tree) {
    const value = treeReader.children(tree).find(({ attributes }) => attributes.get('part') === 'value');
    return value && treeReader.text(value);
  }
  const isWritten = children.some(({ attributes }) => attributes.has(originalAttribute));
  return isWritten ? element.content.filter((part) => typeof part === 'string').join('') : undefined;
}

type Stated = Pick<PagePrices, 'stated' | 'unusable'>;

function readStated(elements: readonly PageElement[], ofSettings: string | undefined): Stated {
  const stated: StatedPrice[] = [];
  const unusable: string[] = [];
  let settingsList = ofSettings;
  const add = (element: PageElement, source: string, found: OfferPrice | UnusableOffer, product?: string) => {
    const { isIgnored } = surroundingsOf(element);
    const own = element.attributes.get(`${bindingPrefix}offer`);
    const list = isIgnored ? undefined : (own ?? settingsList);
    // The settings are for the first offer of the page that has no list of its own.
    if (own === undefined && !isIgnored) settingsList = undefined;
    if (found instanceof UnusableOffer) return unusable.push(`${source}: ${found.reason}`);
    const { amount, currency } = found;
    const original = parseOfferMark(element.attributes.get(offerMark) ?? '')?.was ?? { amount, currency };
    return stated.push({ source, price: { amount, currency }, original, list, product, isIgnored });
  };
  for (const element of elements) {
    if (stated.length + unusable.length === mostOffers) break;
    // Programs read no more of a template than visitors do.
    if (surroundingsOf(element).isInTemplate) continue;
    if (isJsonBlock(element)) {
      const text = scriptText(element);
      const found = findJsonOffer(text);
      if (found) add(element, 'JSON-LD', found, productIn(text));
    } else if (isMicrodataOffer(treeReader, element)) {
      // The settings are for blocks alone.
      const kept = settingsList;
      settingsList = undefined;
      add(
        element,
        'microdata',
        findMicrodataOffer(treeReader, element, (node) => treeReader.wholeText(node)),
      );
      settingsList = kept;
    }
  }
  return {
    stated: [...stated, ...['og:price', 'product:price'].flatMap((name) => readMeta(elements, name))],
    unusable,
  };
}

function isJsonBlock({ tagName, attributes }: PageElement): boolean {
  return tagName === 'script' && attributes.get('type')?.toLowerCase() === 'application/ld+json';
}

/** https://ogp.me and the properties that shops have added to it. */
function readMeta(elements: readonly PageElement[], name: string): readonly StatedPrice[] {
  const read = (property: string) =>
    elements
      .find(
        ({ tagName, attributes }) =>
          tagName === 'meta' && (attributes.get('property') ?? attributes.get('name')) === property,
      )
      ?.attributes.get('content')
      ?.trim();
  const [amount, currency] = [amountIn(read(`${name}:amount`) ?? ''), read(`${name}:currency`)];
  if (currency === undefined || !isAmount(amount) || !isCurrency(currency)) return [];
  const price = { amount, currency };
  return [{ source: `${name}:amount`, price, original: price, list: undefined, product: undefined }];
}

/** Objects that are looked through for the name of a product. */
const mostObjects = 1000;

/** The name of the product that a block of JSON-LD is about. */
function productIn(text: string): string | undefined {
  const waiting: unknown[] = [attempt<unknown>(() => JSON.parse(text))];
  for (const value of waiting) {
    if (typeof value !== 'object' || !value || waiting.length > mostObjects) continue;
    const { name, offers } = value as { readonly name?: unknown; readonly offers?: unknown };
    if (typeof name === 'string' && offers !== undefined) return name;
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return undefined;
}
