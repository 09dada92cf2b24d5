import type { Estimate, ShowByPlace } from '../../rules/facts.ts';
import { unusableIn } from '../../rules/money/by-place.ts';
import { showFromBook, withList } from '../../rules/money/price-book.ts';
import { isByPlace, type PriceTag } from '../../rules/money/price.ts';
import { platformText } from '../../rules/text/platform-text.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';
import { createOwnerPriceBook } from './owner-price-book.ts';

/** @param question all that the price depends on. */
type ShowAndKeep = (question: string, ...asked: Parameters<ShowByPlace>) => ReturnType<ShowByPlace>;

/**
 * The entry of a lazy file, fetched when a page has a price list that names places, or one from the price book. What it
 * shows is kept for the next page, which then shows it from the first frame, and without this file unless the book has
 * an address.
 */
export default function startPricesByPlace(core: Core): ShowAndKeep {
  const { rules, report, visitor, signal, isComplete, openingTagOf } = core;
  const ownerPriceBook = createOwnerPriceBook(core);
  /** Lists that cannot be used, and were reported. */
  const named = new Set<string>();

  function refuse(tag: PriceTag, text: string, isUnknown = false): undefined {
    // The parser may not have reached the settings block yet, which has the owner's groups and prices.
    if (!isComplete(document)) addEventListener('DOMContentLoaded', visitor.reconsider, { once: true, signal });
    else if (!named.has(JSON.stringify(tag))) {
      named.add(JSON.stringify(tag));
      const element = elementWith(tag);
      report(isUnknown ? 'unknown-sku' : 'unusable-prices', element ? openingTagOf(element) : text);
    }
  }

  return (question, tag, facts, locale) => {
    if (tag.sku) {
      const book = ownerPriceBook();
      if (book === 'pending') return undefined;
      // What was kept may be another price by now.
      facts.platformTexts?.delete(question);
      if (book === 'unusable') return undefined;
      core.priceBook = book === 'none' ? undefined : book;
    }
    const name = tag.sku ? `sku: ${tag.sku}` : '';
    const listed = withList(tag, core.priceBook);
    if (!listed) return refuse(tag, name, !core.priceBook?.has(tag.sku ?? ''));
    const unusable = unusableIn(listed, facts.groups);
    if (unusable) return refuse(tag, name || unusable.text);
    // A guess knows a country, and no price by place may depend on it.
    if (isByPlace(listed) && visitor.status === 'provisional') return undefined;
    // What is converted, now or once the rates are there, changes with them.
    let mayChange = false;
    const estimate: Estimate = (...asked) => {
      mayChange = true;
      return facts.estimate?.(...asked);
    };
    const shown = showFromBook(rules, listed, { ...facts, estimate }, locale);
    if (shown && !mayChange) platformText([question], facts, () => [shown.text, shown.was ?? []].flat().join('\n'));
    return shown;
  };
}

/** The page's first element with this list; undefined where it is in a shadow tree. */
function elementWith({ sku, prices }: PriceTag): Element | undefined {
  const isOfList = (text: string) =>
    sku
      ? text.includes(sku)
      : prices.every(({ places = '', amount }) => text.includes(places) && text.includes(String(amount)));
  return [...native(document).querySelectorAll('geo-currency,[data-geo-currency]')].find((element) =>
    [...native(element).attributes].some(({ value }) => isOfList(value)),
  );
}
