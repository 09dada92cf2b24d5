import { answer } from '../../rules/conditions/condition.ts';
import { planMicrodataOffer, findMicrodataOffer, isMicrodataOffer } from '../../rules/offer/microdata-offer.ts';
import { findJsonOffer, writeJsonOffer } from '../../rules/offer/json-offer.ts';
import { decideOffer, markOfOffer, offerMark, type OfferPrice, UnusableOffer } from '../../rules/offer/offer.ts';
import { attributeOf, decode, type ElementNode, edgeReader, encode } from './nodes.ts';
import { type PageContext, spend } from './page-context.ts';

const attribute = 'data-geo-offer';

/**
 * Whether an element has an offer that is written, so that all of it must be read first. Blocks are also where bindings
 * are left to the widget: set as HTML, they stay through hydration.
 */
export function hasOffer(element: ElementNode, { bindings, block }: PageContext): boolean {
  const isNamed = element.attributes.has(attribute);
  return isBlock(element) ? isNamed || block.offer !== undefined : isNamed && bindings;
}

/**
 * Writes the price of the visitor into structured data, and stores beside it what was there before. The widget reports
 * what cannot be written.
 *
 * @returns whether it has changed.
 */
export function applyOffer(element: ElementNode, context: PageContext): boolean {
  const own = attributeOf(element, attribute);
  const list = own ?? context.block.offer;
  if (list === undefined) return false;
  const found = isBlock(element) ? offerInBlock(element) : offerInMicrodata(element);
  // The settings are for the first offer of the page that has no list of its own, whether it can be written or not.
  if (own === null && found) context.block = { ...context.block, offer: undefined };
  if (!found || found instanceof UnusableOffer) return false;
  const wanted = context.decide((facts) => decideOffer({ answer }, list, facts, found.price));
  if (!wanted) return false;
  const mark = markOfOffer({ was: found.price, left: wanted });
  spend(context, mark.length + wanted.amount.length);
  found.write(wanted);
  element.attributes.set(offerMark, mark);
  return true;
}

interface FoundOffer {
  readonly price: OfferPrice;
  write(price: OfferPrice): void;
}

function isBlock(element: ElementNode): boolean {
  return element.tag === 'script' && attributeOf(element, 'type')?.toLowerCase() === 'application/ld+json';
}

function offerInBlock(element: ElementNode): FoundOffer | UnusableOffer | undefined {
  const [text, ...others] = element.children;
  if (text?.kind !== 'text' || others.length > 0) return undefined;
  const price = findJsonOffer(text.source);
  if (!price || price instanceof UnusableOffer) return price;
  return {
    price,
    write(wanted) {
      element.children = [{ kind: 'text', source: writeJsonOffer(text.source, price, wanted) }];
    },
  };
}

function offerInMicrodata(element: ElementNode): FoundOffer | UnusableOffer | undefined {
  if (!isMicrodataOffer(edgeReader, element)) return undefined;
  const price = findMicrodataOffer(edgeReader, element, textOf);
  if (price instanceof UnusableOffer) return price;
  return {
    price,
    write(wanted) {
      for (const { node, attribute: name, value } of planMicrodataOffer(price, wanted)) {
        if (name === undefined) node.children = [{ kind: 'text', source: value ?? '' }];
        else node.attributes.set(name, encode(value ?? ''));
      }
    },
  };
}

function textOf({ children }: ElementNode): string | undefined {
  const [text, ...others] = children;
  return text?.kind === 'text' && others.length === 0 ? decode(text.source) : undefined;
}
