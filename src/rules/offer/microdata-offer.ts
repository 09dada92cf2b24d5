import { bindingPrefix } from '../markup/bindings.ts';
import type { Plan } from '../markup/plan.ts';
import type { MarkupReader } from '../markup/reader.ts';
import { mayBind } from '../markup/sink.ts';
import { tokensOf } from '../text/normalize.ts';
import { isAmount, isCurrency, isOfType, type OfferMark, type OfferPrice, UnusableOffer } from './offer.ts';

/** The elements that say the price and the currency of an offer in microdata. https://html.spec.whatwg.org/#microdata */
export interface MicrodataOffer<Node> extends OfferPrice {
  readonly amountIn: Property<Node>;
  readonly currencyIn: Property<Node>;
}

interface Property<Node> {
  readonly node: Node;
  /** The attribute with the value. Undefined: the text has it. */
  readonly attribute: string | undefined;
}

/** Reads an element's text. Undefined where it has elements in it, or only a browser can read it. */
type TextOf<Node> = (node: Node) => string | undefined;

export function isMicrodataOffer<Node>(reader: MarkupReader<Node>, node: Node): boolean {
  const types = tokensOf(reader.attribute(node, 'itemtype'));
  return isOfType(types, 'Offer') || isOfType(types, 'AggregateOffer');
}

/** Finds price and currency of an element with `itemtype=".../Offer"`. */
export function findMicrodataOffer<Node>(
  reader: MarkupReader<Node>,
  offer: Node,
  textOf: TextOf<Node>,
): MicrodataOffer<Node> | UnusableOffer {
  if (isOfType(tokensOf(reader.attribute(offer, 'itemtype')), 'AggregateOffer'))
    return new UnusableOffer('an AggregateOffer has no one price');
  const properties = propertiesOf(reader, offer);
  const [amounts, currencies] = ['price', 'priceCurrency'].map((name) =>
    properties.filter((node) => tokensOf(reader.attribute(node, 'itemprop')).includes(name)),
  );
  if (properties.some((node) => tokensOf(reader.attribute(node, 'itemprop')).includes('priceSpecification')))
    return new UnusableOffer('its price has a priceSpecification beside it, which would say another one');
  const [amountNode, currencyNode] = [amounts?.[0], currencies?.[0]];
  if (amountNode === undefined || currencyNode === undefined)
    return new UnusableOffer('it needs an itemprop="price" and an itemprop="priceCurrency"');
  if (amounts?.length !== 1 || currencies?.length !== 1) return new UnusableOffer('it has two prices');
  const [amountIn, currencyIn] = [propertyOf(reader, amountNode), propertyOf(reader, currencyNode)];
  if (!amountIn || !currencyIn)
    return new UnusableOffer('a price is never written into a script, a style, or a meta element with http-equiv');
  const [amount, currency] = [amountIn, currencyIn].map((property) => valueOf(reader, property, textOf));
  if (amount === undefined || currency === undefined)
    return new UnusableOffer('its price has elements in it: write content="149.00" beside itemprop="price"');
  // Also while the text is as written: the binding would take what is written there for the owner's.
  if (isBound(reader, amountIn)) return boundPrice;
  if (!isAmount(amount)) return new UnusableOffer(`a price is written as 149.00, not ${amount.slice(0, 40)}`);
  if (!isCurrency(currency))
    return new UnusableOffer(`a priceCurrency is written as USD, not ${currency.slice(0, 40)}`);
  return { amount, currency, amountIn, currencyIn };
}

/** Visitors abroad read their price there, and it has a sign. */
const boundPrice = new UnusableOffer(
  'its price is the text of a binding, which writes €139 there: write content="149.00" beside itemprop="price"',
);

/** Whether a binding writes the text that the price is in. */
function isBound<Node>(reader: MarkupReader<Node>, { node, attribute }: MicrodataOffer<Node>['amountIn']): boolean {
  const names = ['currency', 'text'].map((name) => `${bindingPrefix}${name}`);
  return attribute === undefined && names.some((name) => reader.attribute(node, name) !== null);
}

export function planMicrodataOffer<Node>(
  { amountIn, currencyIn }: MicrodataOffer<Node>,
  { amount, currency }: OfferPrice,
): Plan<Node> {
  return [
    { ...amountIn, value: amount },
    { ...currencyIn, value: currency },
  ];
}

/** Plans to put back what still says what was left there, in microdata that are no offer any more. */
export function planRest<Node>(
  reader: MarkupReader<Node>,
  item: Node,
  textOf: TextOf<Node>,
  { was, left }: OfferMark,
): Plan<Node> {
  return propertiesOf(reader, item).flatMap((node) => {
    const names = tokensOf(reader.attribute(node, 'itemprop'));
    const property = propertyOf(reader, node);
    if (!property) return [];
    const value = valueOf(reader, property, textOf);
    if (names.includes('price') && value === left.amount) return [{ ...property, value: was.amount }];
    if (names.includes('priceCurrency') && value === left.currency) return [{ ...property, value: was.currency }];
    return [];
  });
}

/** The elements with a name in an item, but not those of an item in it. */
function propertiesOf<Node>(reader: MarkupReader<Node>, item: Node): readonly Node[] {
  const found: Node[] = [];
  const waiting = [...reader.children(item)];
  // Without recursion: the list grows by what each element has in it.
  for (const node of waiting) {
    // What stands in a template is not in the page. In a browser, it has no children either.
    if (reader.attribute(node, 'data-geo-ignore') !== null || reader.tag(node) === 'template') continue;
    if (reader.attribute(node, 'itemprop') !== null) found.push(node);
    if (reader.attribute(node, 'itemscope') === null) for (const child of reader.children(node)) waiting.push(child);
  }
  return found;
}

function propertyOf<Node>(reader: MarkupReader<Node>, node: Node): Property<Node> | undefined {
  const tag = reader.tag(node);
  if (reader.attribute(node, 'content') !== null)
    return tag === 'meta' && reader.attribute(node, 'http-equiv') !== null ? undefined : { node, attribute: 'content' };
  if (/^(data|meter)$/.test(tag)) return { node, attribute: 'value' };
  return mayBind(tag) && reader.isHtml(node) ? { node, attribute: undefined } : undefined;
}

function valueOf<Node>(
  reader: MarkupReader<Node>,
  { node, attribute }: Property<Node>,
  textOf: TextOf<Node>,
): string | undefined {
  return (attribute === undefined ? textOf(node) : reader.attribute(node, attribute))?.trim();
}
