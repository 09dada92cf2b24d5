import { bindingPrefix } from '../../rules/markup/bindings.ts';
import { unusableIn } from '../../rules/money/by-place.ts';
import { parsePriceTag } from '../../rules/money/money.ts';
import { withList } from '../../rules/money/price-book.ts';
import { findJsonOffer } from '../../rules/offer/json-offer.ts';
import { findMicrodataOffer, isMicrodataOffer } from '../../rules/offer/microdata-offer.ts';
import {
  listOfSettings,
  mostOffers,
  type OfferPrice,
  secondOffer,
  UnusableOffer,
  wrongElement,
  wrongType,
} from '../../rules/offer/offer.ts';
import type { Advice, PageToRead } from './page-reader.ts';
import { placeSentence, pricesSentence, skuSentence } from './price-mistakes.ts';

type OffersToRead<Node> = Omit<PageToRead<Node>, 'known'>;

/**
 * What is wrong with the structured data that follow a list.
 *
 * @param page whose elements have the scripts among them.
 */
export function* offerMistakesOn<Node>(page: OffersToRead<Node>): Generator<Advice<Node>> {
  const { reader, elements, offer } = page;
  const ofSettings = listOfSettings(offer);
  let count = 0;
  let left = mostOffers;
  for (const element of elements) {
    const own = reader.attribute(element, `${bindingPrefix}offer`) ?? undefined;
    if (own !== undefined && left-- <= 0) return;
    if (own !== undefined) yield* mistakesOf(page, element, `${bindingPrefix}offer`, own);
    else if (ofSettings !== undefined && isJsonBlock(page, element) && offerIn(page, element)) {
      count++;
      if (count === 1) yield* mistakesOf(page, element, 'offer', ofSettings);
      else if (count === 2) yield { words: secondOffer, element, code: 'unusable-offer' };
    }
  }
}

/** @param name of what has the list: the attribute, or the setting. */
function* mistakesOf<Node>(
  page: OffersToRead<Node>,
  element: Node,
  name: string,
  list: string,
): Generator<Advice<Node>> {
  const offer = offerIn(page, element);
  if (!offer) yield { words: 'there is no Offer in it, so it stays as written', element };
  else if (offer instanceof UnusableOffer) yield { words: offer.reason, element, code: 'unusable-offer' };
  else yield* mistakesOfList(page, element, name, list);
}

function* mistakesOfList<Node>(
  { groups, priceBook }: OffersToRead<Node>,
  element: Node,
  name: string,
  list: string,
): Generator<Advice<Node>> {
  const names = [...(groups?.keys() ?? [])];
  const tag = parsePriceTag(list);
  const listed = tag && withList(tag, priceBook);
  const unusable = listed && unusableIn(listed, groups);
  if (!tag) yield { words: pricesSentence(name, list, names), element, code: 'unusable-prices' };
  else if (tag.sku && priceBook?.has(tag.sku) === false)
    yield { words: skuSentence(tag.sku, priceBook), element, code: 'unknown-sku' };
  else if (unusable) yield { words: placeSentence(unusable, names), element, code: 'unusable-prices' };
}

/** @returns undefined where there is none. */
function offerIn<Node>(page: OffersToRead<Node>, element: Node): OfferPrice | UnusableOffer | undefined {
  const { reader } = page;
  if (isJsonBlock(page, element)) return findJsonOffer(reader.wholeText(element) ?? '{}');
  if (reader.tag(element) === 'script') return new UnusableOffer(wrongType);
  if (!isMicrodataOffer(reader, element)) return new UnusableOffer(wrongElement);
  return findMicrodataOffer(reader, element, (node) => reader.wholeText(node));
}

function isJsonBlock<Node>({ reader }: OffersToRead<Node>, element: Node): boolean {
  return reader.tag(element) === 'script' && reader.attribute(element, 'type')?.toLowerCase() === 'application/ld+json';
}
