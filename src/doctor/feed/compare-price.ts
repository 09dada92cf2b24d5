import { documentation } from '../../proxy/node/documentation.ts';
import { bad, type Finding, skipped, warning } from '../finding.ts';
import type { ListedPrice, PagePrices, StatedPrice } from '../page-prices.ts';
import { estimates } from '../price-mismatches.ts';
import {
  fold,
  isSame,
  linkShowing,
  listsFor,
  type Money,
  moneyOf,
  saidPrice,
  shownPrice,
  standsIn,
  textOf,
  type View,
} from '../price-view.ts';
import { groupBy } from './group-by.ts';
import type { LinkedPage } from './linked-page.ts';

/** A product of the feed with the price that it has today. */
export interface PricedProduct {
  readonly id: string;
  readonly price: Money;
}

/** One price on the page, and who says it. */
interface PagePrice {
  /** Such as `JSON-LD`. Undefined: visitors read it. */
  readonly source?: string;
  readonly view: View;
  readonly price: Money;
}

/** @returns undefined where all that read the page get the price of the feed. */
export function comparePrice({ id, price }: PricedProduct, page: LinkedPage): Finding | undefined {
  const name = `Product ${id}`;
  const notCompared = (reason: string) => skipped('feed', `${name} is not compared: ${reason}.`);
  const own = ownPrices({ id, price }, page.prices);
  if (typeof own === 'string') return notCompared(own);
  const { lists } = own;
  const found = pricesOn(page, own);
  if (found.length === 0) {
    const [reason = 'the page behind its link has no price from a list, and none in structured data'] = [
      ...page.prices.unusable,
      ...page.prices.unknown,
    ];
    return notCompared(reason);
  }
  const kinds = [...groupBy(found, ({ source, view }) => `${source} ${view.label}`).values()];
  const isRight = (one: PagePrice) => isSame(one.price, price);
  const wrong = kinds.flatMap((those) => (those.some(isRight) ? [] : those.slice(0, 1)));
  if (wrong.length === 0) {
    const several = kinds.find((those) => !those.every(isRight));
    if (several) return notCompared(`the page behind its link ${describe(several)}`);
    const [estimate] = estimates(page.links.views, page.links, page.rates);
    return estimate && { ...estimate, check: 'feed', text: `${name}: ${estimate.text}` };
  }
  const text = `${name} costs ${textOf(price)} in the feed, and the page behind its link ${describe(wrong)}.`;
  const known = [...found.map((one) => one.price), ...lists.flatMap(({ tag }) => tag.prices)];
  return known.some(({ currency }) => currency === price.currency)
    ? bad('feed', text, fixFor(price, page, lists, wrong))
    : warning(
        'feed',
        text,
        `The page has no price in ${price.currency}, and what it converts is an estimate: add a price in ${price.currency} to the list, or give the feed another price.`,
      );
}

/** What a page has for one product. */
interface OwnPrices {
  readonly lists: readonly ListedPrice[];
  readonly stated: readonly StatedPrice[];
}

/**
 * A page may have the prices of other products, too. The name of the product decides which are its own, or else the
 * one offer of the structured data. The price of the feed does not: it is to be compared.
 *
 * @returns why it is not known.
 */
function ownPrices({ id, price }: PricedProduct, prices: PagePrices): OwnPrices | string {
  const { listed, stated, unusable, text } = prices;
  const isNamed = ({ list }: { readonly list: string | undefined }) =>
    list !== undefined && fold(list) === fold(`sku: ${id}`);
  const [listedByName, statedByName] = [listed.filter(isNamed), stated.filter(isNamed)];
  const offers = statedByName.length > 0 ? statedByName : stated;
  if (listedByName.length > 0) return { lists: listedByName, stated: offers };
  if (offers.length > 0) {
    const several = [...groupBy(offers, ({ source }) => source)].find(([, those]) => !areSame(those));
    if (several) return `the page behind its link has several offers in ${several[0]}, and no sku says which is for it`;
    const other = unusable.find((reason) => offers.some(({ source }) => reason.startsWith(`${source}: `)));
    if (other !== undefined && offers === stated)
      return `the page behind its link has several offers, and no sku says which is for it. ${other}`;
    const lists = [...new Set(offers.flatMap((offer) => listsFor(offer, prices)))];
    const isShown = listed.length === 0 || offers.some(({ original }) => standsIn(text, moneyOf(original)));
    return lists.length > 0 || isShown
      ? { lists, stated: offers }
      : 'no list of the page behind its link has the price of its structured data';
  }
  if (new Set(listed.map(({ list }) => fold(list))).size > 1)
    return 'the page behind its link has several lists of prices, and neither a sku nor structured data say which is for it';
  const amount = { amount: String(price.amount), currency: price.currency };
  return {
    lists: listsFor({ source: '', price: amount, original: amount, list: undefined, product: undefined }, prices),
    stated: [],
  };
}

function areSame(offers: readonly StatedPrice[]): boolean {
  const [first, ...rest] = offers.map(({ original }) => moneyOf(original));
  return rest.every((one) => first !== undefined && isSame(one, first));
}

function pricesOn({ links }: LinkedPage, { lists, stated }: OwnPrices): readonly PagePrice[] {
  return links.views.flatMap((view) => [
    ...lists.flatMap((listed) => {
      const price = shownPrice(listed, view);
      return price ? [{ view, price }] : [];
    }),
    ...stated.map((one) => ({ source: one.source, view, price: saidPrice(one, view) })),
  ]);
}

/** `shows USD 149 (without scripts, for US), and says USD 149 in JSON-LD (without scripts)`. */
function describe(wrong: readonly PagePrice[]): string {
  const same = groupBy(wrong, ({ source, price }) =>
    source === undefined ? `shows ${textOf(price)}` : `says ${textOf(price)} in ${source}`,
  );
  return [...same].map(([said, those]) => `${said} (${those.map(({ view }) => view.label).join(', ')})`).join(', and ');
}

function fixFor(
  price: Money,
  { links, isWritten, words }: LinkedPage,
  lists: readonly ListedPrice[],
  wrong: readonly PagePrice[],
): string {
  const [listed] = lists;
  const [base] = listed?.tag.prices ?? [];
  if (!listed || !base) return 'Write the same price into both.';
  if (!listed.tag.prices.some((one) => isSame(one, price)))
    return `Write the same price into both: the list of the page is ${listed.list}.`;
  const [shown, stated] = [wrong.filter(({ source }) => !source), wrong.filter(({ source }) => source)];
  const text = shown.find((one) => lists.some(({ writtenPrice }) => writtenPrice && isSame(writtenPrice, one.price)));
  if (text)
    return `Write the same price into both: your text says ${textOf(text.price)}, and its list is ${listed.list}.`;
  const isShownWrong = (view: View) => shown.some((one) => one.view === view);
  const needsLink = shown.some(({ view }) => view.isScripted || (isWritten && words === undefined));
  const sentences: string[] = [];
  if (needsLink) {
    const link = linkShowing(links, listed, price);
    sentences.push(
      link === undefined
        ? 'Turn the link on (data-choice-parameter), and put it into the feed.'
        : `Put this link into the feed: ${link}.`,
    );
  }
  if (!isWritten && !isSame(base, price))
    sentences.push(
      `Whatever the link says, your HTML has ${textOf(base)} for programs without scripts: let your server write the page, too (${documentation('edge')}).`,
    );
  else if (shown.length > 0 && !needsLink)
    sentences.push(
      `The server does not write the price of the link: give it the same parameter, ${links.parameter}, and the same price book.`,
    );
  if (stated.some(({ view }) => !isShownWrong(view)))
    sentences.push(`Give the structured data the same list: data-geo-offer="${listed.list}".`);
  return sentences.join(' ');
}
