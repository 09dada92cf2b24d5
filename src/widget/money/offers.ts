import { parsePriceTag } from '../../rules/money/money.ts';
import {
  decideOffer,
  isSameOffer,
  listOfSettings,
  markOfOffer,
  type OfferMark,
  offerMark,
  type OfferPrice,
  parseOfferMark,
  secondOffer,
  UnusableOffer,
} from '../../rules/offer/offer.ts';
import type { BookState, Core } from '../api/core.ts';
import { countRetry, hasGivenUp } from '../bindings/retries.ts';
import { native } from '../dom/native.ts';
import { type FoundOffer, findOffer, offerBlocks, putBackMicrodata } from './page-offer.ts';

/** An offer that was followed before. */
interface KnownOffer {
  /** What it said when it was left. */
  left: OfferPrice | undefined;
  /** How often another script has written it back within a moment. */
  retries: number;
  /** As it was found then. */
  offer: FoundOffer;
}

const relevant = `${offerBlocks},[data-geo-offer],[${offerMark}]`;

/**
 * The entry of a lazy file, fetched where a page has `data-geo-offer`, or its settings an `offer`. Structured data say
 * the price that the page shows, and what the owner wrote for everybody else.
 */
export default function startOffers(core: Core): void {
  const { visitor, signal, watch, report, openingTagOf, rules } = core;
  const known = new WeakMap<Element, KnownOffer>();
  /** What other scripts have written since. */
  const touched = new Set<Element | null>();

  function update(): void {
    note(observer.takeRecords());
    const lists = targets();
    // The settings, which may name the list of a written block, have been read once the page is complete.
    if (core.isComplete(document)) restore((element) => !lists.has(element));
    for (const [element, list] of lists) {
      const offer = findOffer(element);
      if (offer instanceof UnusableOffer) {
        putBackRest(element);
        report('unusable-offer', `${openingTagOf(element)}: ${offer.reason}`);
      } else if (offer) {
        follow(element, offer, list);
      }
    }
    observer.takeRecords();
    touched.clear();
  }

  function note(records: readonly MutationRecord[]): void {
    for (const record of records) {
      touched.add(elementOf(record));
      for (const added of record.addedNodes)
        if (added instanceof Element)
          for (const element of [added, ...native(added).querySelectorAll('[itemprop]')]) touched.add(element);
    }
  }

  /** The elements that an offer is wanted in, with the text of their price lists. */
  function targets(): ReadonlyMap<Element, string> {
    const found = new Map<Element, string>();
    for (const element of native(document).querySelectorAll('[data-geo-offer]'))
      found.set(element, native(element).getAttribute('data-geo-offer') ?? '');
    const list = listOfSettings(core.block('offer'));
    const [platforms, second] =
      list === undefined
        ? []
        : [...native(document).querySelectorAll(offerBlocks)].filter(
            (element) => !found.has(element) && isReady(element) && findOffer(element),
          );
    if (list !== undefined && platforms) found.set(platforms, list);
    if (second) report('unusable-offer', `${openingTagOf(second)}: ${secondOffer}`);
    for (const element of found.keys()) if (!isReady(element)) found.delete(element);
    return found;
  }

  function isReady(element: Element): boolean {
    return core.isComplete(element) && !core.closestAround(element, '[data-geo-ignore]');
  }

  /** What the owner wrote stands on the element, so that a copy of the page (the cache of a router) has it too. */
  function follow(element: Element, offer: FoundOffer, list: string | undefined): void {
    const mark = markOn(element);
    // A script of the page may have written before this one has come.
    const offerBefore = known.get(element) ?? { left: mark?.left, retries: 0, offer };
    const isOurs = !offerBefore.left || isSameOffer(offer, offerBefore.left);
    const was = (isOurs ? mark?.was : mark && ownersOffer(offer, mark)) || offer;
    const wanted = list === undefined ? undefined : decide(element, list, was);
    // What a server has written stays until then.
    if (wanted === 'pending') return;
    known.set(element, offerBefore);
    const left = wanted ?? was;
    if (!isSameOffer(offer, left)) {
      if (hasGivenUp(offerBefore)) return;
      if (!isOurs && countRetry(offerBefore))
        report('unusable-offer', `${openingTagOf(element)}: another script writes it back each time`);
      offer.write(left);
    }
    offerBefore.offer = offer;
    offerBefore.left = { amount: left.amount, currency: left.currency };
    if (isSameOffer(left, was)) native(element).removeAttribute(offerMark);
    else native(element).setAttribute(offerMark, markOfOffer({ was, left }));
  }

  /** Of microdata that cannot be read any more, what no other script has written is still ours. */
  function putBackRest(element: Element): void {
    const mark = markOn(element);
    const offer = known.get(element)?.offer;
    if (!mark || (offer && !offer.currencyIn)) return;
    if (offer) offer.write(mark.was, (node) => !touched.has(node));
    else putBackMicrodata(element, mark);
    known.delete(element);
    native(element).removeAttribute(offerMark);
  }

  /** What another script has written since is the owner's. Many shops write the amount of a variant alone. */
  function ownersOffer({ amount, currency, amountIn, currencyIn }: FoundOffer, { was, left }: OfferMark): OfferPrice {
    const isUntouched = (part: FoundOffer['amountIn']) => part && !touched.has(part.node);
    return {
      amount: isUntouched(amountIn) && amount === left.amount ? was.amount : amount,
      currency: isUntouched(currencyIn) && currency === left.currency ? was.currency : currency,
    };
  }

  let readBook: (() => BookState) | undefined;

  /** The file of prices has the book for all of the page. */
  function ownerPriceBook(): BookState {
    if (readBook) return readBook();
    readBook = () => 'pending';
    void core.once('prices').then((prices) => {
      readBook = prices?.readBook ?? (() => 'unusable');
      if (!signal.aborted) update();
    });
    return readBook();
  }

  /** @returns undefined where the page stays as its owner wrote it. */
  function decide(element: Element, list: string, was: OfferPrice): OfferPrice | undefined | 'pending' {
    const { facts, status } = visitor;
    if (!facts) return 'pending';
    // A guess knows a country, and no price may depend on it.
    if (status === 'provisional') return undefined;
    const sku = parsePriceTag(list)?.sku;
    const book = sku ? ownerPriceBook() : 'none';
    if (book === 'pending') return book;
    if (book === 'unusable') return undefined;
    const decided = decideOffer(rules, list, { ...facts, priceBook: book === 'none' ? undefined : book }, was);
    if (decided === undefined) report(sku ? 'unknown-sku' : 'unusable-prices', openingTagOf(element));
    return decided ?? undefined;
  }

  /** @param isLeft whether nothing asks for a price there any more. */
  function restore(isLeft: (element: Element) => boolean): void {
    for (const element of native(document).querySelectorAll(`[${offerMark}]`)) {
      if (!isLeft(element) || !isReady(element)) continue;
      const offer = findOffer(element);
      if (offer instanceof UnusableOffer) putBackRest(element);
      else if (offer) follow(element, offer, undefined);
    }
  }

  const observer = new MutationObserver((records) => {
    const changes = records.filter(isRelevant);
    note(changes);
    if (changes.length > 0) update();
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['data-geo-offer', 'type', 'itemtype', 'itemprop', 'content', 'value'],
  });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    restore(() => true);
  });
  native(document).addEventListener('DOMContentLoaded', update, { signal });
  watch(update);
  update();
}

function elementOf({ target }: MutationRecord): Element | null {
  return target instanceof Element ? target : target.parentElement;
}

function isRelevant(record: MutationRecord): boolean {
  const element = elementOf(record);
  return (
    !!(element && native(element).closest(relevant)) ||
    [...record.addedNodes].some(
      (node) => node instanceof Element && (native(node).matches(relevant) || native(node).querySelector(relevant)),
    )
  );
}

function markOn(element: Element): OfferMark | undefined {
  return parseOfferMark(native(element).getAttribute(offerMark) ?? '');
}
