import { documentation } from '../../proxy/node/documentation.ts';
import { bad, type Finding, skipped, warning } from '../finding.ts';
import type { ListedPrice } from '../page-prices.ts';
import { estimates } from '../price-mismatches.ts';
import {
  fold,
  isSame,
  linkShowing,
  listsFor,
  type Money,
  saidPrice,
  shownPrice,
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
  const lists = listsOf({ id, price }, page);
  const found = pricesOn(page, lists);
  const name = `Product ${id}`;
  if (found.length === 0) {
    const [reason = 'the page behind its link has no price from a list, and none in structured data'] =
      page.prices.unusable;
    return skipped('feed', `${name} is not compared: ${reason}.`);
  }
  const wrong = wrongIn(found, price);
  if (wrong.length === 0) {
    const [estimate] = estimates(page.links.views, page.links);
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

/** The lists on the page that are for a product: that with its name, those of the structured data, or that with its price. */
function listsOf({ id, price }: PricedProduct, { prices }: LinkedPage): readonly ListedPrice[] {
  const named = prices.listed.filter(({ list }) => fold(list) === fold(`sku: ${id}`));
  if (named.length > 0) return named;
  if (prices.stated.length > 0) return [...new Set(prices.stated.flatMap((stated) => listsFor(stated, prices)))];
  const amount = { amount: String(price.amount), currency: price.currency };
  return listsFor({ source: '', price: amount, original: amount, list: undefined, product: undefined }, prices);
}

function pricesOn({ prices, links }: LinkedPage, lists: readonly ListedPrice[]): readonly PagePrice[] {
  return links.views.flatMap((view) => [
    ...lists.flatMap((listed) => {
      const price = shownPrice(listed, view);
      return price ? [{ view, price }] : [];
    }),
    ...prices.stated.map((stated) => ({ source: stated.source, view, price: saidPrice(stated, view) })),
  ]);
}

/** A page may have the prices of other products too, so one of each kind is enough. */
function wrongIn(found: readonly PagePrice[], wanted: Money): readonly PagePrice[] {
  const kinds = groupBy(found, ({ source, view }) => `${source} ${view.label}`);
  return [...kinds.values()].flatMap((those) =>
    those.some(({ price }) => isSame(price, wanted)) ? [] : those.slice(0, 1),
  );
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
  [listed]: readonly ListedPrice[],
  wrong: readonly PagePrice[],
): string {
  const [base] = listed?.tag.prices ?? [];
  if (!listed || !base) return 'Write the same price into both.';
  if (!listed.tag.prices.some((one) => isSame(one, price)))
    return `Write the same price into both: the list of the page is ${listed.list}.`;
  const [shown, stated] = [wrong.filter(({ source }) => !source), wrong.filter(({ source }) => source)];
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
