import { parsePriceTag } from '../../rules/money/money.ts';
import { listOfSettings, offerMark, parseOfferMark, UnusableOffer } from '../../rules/offer/offer.ts';
import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import { findOffer, offerBlocks } from '../../widget/money/page-offer.ts';
import { tracePrice } from '../trace-page.ts';
import { whyIgnored } from './binding-words.ts';
import { explainPrices } from './price-words.ts';
import type { Snapshot } from './snapshot.ts';
import { type Part, sourceOf } from './source.ts';

const marked = '[data-geo-offer]';

/** The elements whose structured data say a price of ours. */
export function offersOnPage(core: Core): readonly Element[] {
  const own = offerOfSettings(core);
  return [...native(document).querySelectorAll(marked), ...(own ? [own] : [])];
}

/** Why structured data say the price that they say; undefined for any other element. */
export function explainOffer(element: Element, snapshot: Snapshot, core: Core): Part | undefined {
  const isMarked = native(element).matches(marked);
  if (!isMarked && !(native(element).matches(offerBlocks) && element === offerOfSettings(core))) return undefined;
  const source = sourceOf(element);
  const ignored = whyIgnored(element);
  if (ignored) return { head: `${source} leaves its offer as written: ${ignored}`, lines: [] };
  const offer = findOffer(element);
  if (!offer) return { head: `${source} has no offer in it`, lines: [] };
  if (offer instanceof UnusableOffer)
    return { head: `${source} leaves its offer as written`, lines: [`unusable-offer: ${offer.reason}`] };
  const was = parseOfferMark(native(element).getAttribute(offerMark) ?? '')?.was;
  const list = isMarked ? native(element).getAttribute('data-geo-offer') : listOfSettings(core.block('offer'));
  const tag = parsePriceTag(list ?? '') ?? { prices: [] };
  const traced = tracePrice(tag, snapshot.facts, core.localeOf(element));
  const isEstimate = traced.value?.estimate !== undefined;
  return {
    head: `${source} says ${offer.amount} ${offer.currency}${was ? ` instead of ${was.amount} ${was.currency}` : ', as written'}`,
    lines: [
      ...(isMarked ? [] : ['by "offer" in the settings block']),
      explainPrices(tag, traced.value, traced, snapshot),
      ...(isEstimate ? ['an estimate is never written into structured data'] : []),
    ],
  };
}

/** The first block with an offer that has no list of its own. */
function offerOfSettings(core: Core): Element | undefined {
  if (listOfSettings(core.block('offer')) === undefined) return undefined;
  return [...native(document).querySelectorAll(`${offerBlocks}:not(${marked})`)].find((block) => findOffer(block));
}
