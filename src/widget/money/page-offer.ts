import { findJsonOffer, writeJsonOffer } from '../../rules/offer/json-offer.ts';
import type { Plan } from '../../rules/markup/plan.ts';
import { originalAttribute } from '../../rules/markup/written.ts';
import {
  findMicrodataOffer,
  isMicrodataOffer,
  planMicrodataOffer,
  planRest,
} from '../../rules/offer/microdata-offer.ts';
import { type OfferMark, type OfferPrice, UnusableOffer, wrongElement, wrongType } from '../../rules/offer/offer.ts';
import { domReader } from '../dom/dom-reader.ts';
import { native } from '../dom/native.ts';

/** An offer of the page: what it says now, and how it is told to say something else. */
export interface FoundOffer extends OfferPrice {
  /** The elements of microdata that say the one and the other. A block says both. */
  readonly amountIn?: { readonly node: Element };
  readonly currencyIn?: { readonly node: Element };
  /** @param mayWrite of microdata, whether it may write this element. All, if left out. */
  write(price: OfferPrice, mayWrite?: (node: Element) => boolean): void;
}

export const offerBlocks = 'script[type="application/ld+json" i]';

/** @returns undefined where there is no offer. */
export function findOffer(element: Element): FoundOffer | UnusableOffer | undefined {
  return native(element).localName === 'script' ? findInBlock(element) : findInMicrodata(element);
}

/** A script of another type may run, so its type is asked each time. */
function findInBlock(element: Element): FoundOffer | UnusableOffer | undefined {
  const [text, ...others] = native(element).childNodes;
  if (!native(element).matches(offerBlocks)) return new UnusableOffer(wrongType);
  if (!(text instanceof Text) || others.length > 0) return undefined;
  const offer = findJsonOffer(text.data);
  if (!offer || offer instanceof UnusableOffer) return offer;
  return {
    ...offer,
    write(price) {
      // By its text node: `textContent` of a script is refused under Trusted Types.
      if (native(element).matches(offerBlocks)) text.data = writeJsonOffer(text.data, offer, price);
    },
  };
}

function findInMicrodata(element: Element): FoundOffer | UnusableOffer {
  if (!isMicrodataOffer(domReader, element)) return new UnusableOffer(wrongElement);
  const offer = findMicrodataOffer(domReader, element, dataOf);
  if (offer instanceof UnusableOffer) return offer;
  return {
    ...offer,
    write(price, mayWrite = () => true) {
      carryOut(planMicrodataOffer(offer, price).filter(({ node }) => mayWrite(node)));
    },
  };
}

/** Puts back what still says what was left there, in microdata that cannot be read and that this page has not followed. */
export function putBackMicrodata(element: Element, mark: OfferMark): void {
  carryOut(planRest(domReader, element, dataOf, mark));
}

function carryOut(plan: Plan<Element>): void {
  for (const { node, attribute, value } of plan) {
    const text = textOf(node);
    if (attribute !== undefined) native(node).setAttribute(attribute, value ?? '');
    else if (text) text.data = value ?? '';
  }
}

function dataOf(element: Element): string | undefined {
  return textOf(element)?.data;
}

/** Without what a server keeps of a bound text until the widget has taken it over. */
function textOf(element: Element): Text | undefined {
  const [text, ...others] = [...native(element).childNodes].filter((node) => !isKept(node));
  return text instanceof Text && others.length === 0 ? text : undefined;
}

function isKept(node: Node): boolean {
  return node instanceof Element && native(node).matches(`template[${originalAttribute}]`);
}
