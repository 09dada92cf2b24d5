import { isAmount, isCurrency, isOfType, type OfferPrice, UnusableOffer } from './offer.ts';

/** The texts of a price and its currency in a block of JSON-LD, by their places in it. */
export interface JsonOffer extends OfferPrice {
  readonly amounts: readonly Span[];
  readonly currencies: readonly Span[];
}

/** Where a value stands, without its quotation marks. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** An object of the block, as far as it tells about prices. */
interface JsonObject {
  readonly types: string[];
  readonly amounts: Span[];
  readonly currencies: Span[];
  /** Price specifications in it, such as WooCommerce writes them. */
  readonly specifications: JsonObject[];
  /** The name of a price of another kind in it, which would no longer fit. */
  other?: string;
}

/** What is open around the place that is read. */
interface Level {
  readonly object: JsonObject;
  /** The name whose value is read. In a list: the name of the list. */
  name: string;
  readonly isList: boolean;
}

/**
 * Finds the one offer of a block of JSON-LD, in graphs and lists too.
 *
 * @returns undefined for a block without an offer.
 */
export function findJsonOffer(text: string): JsonOffer | UnusableOffer | undefined {
  try {
    JSON.parse(text);
  } catch {
    return new UnusableOffer('it is not JSON');
  }
  const offers = objectsIn(text).filter(({ types }) => isOfType(types, 'Offer') || isOfType(types, 'AggregateOffer'));
  const [offer] = offers;
  if (!offer) return undefined;
  if (offers.length > 1) return new UnusableOffer(`it has ${offers.length} offers, and only one can be written`);
  if (isOfType(offer.types, 'AggregateOffer')) return new UnusableOffer('an AggregateOffer has no one price');
  return readOffer(text, offer);
}

/** @returns the block with another price. Nothing else in it changes. */
export function writeJsonOffer(text: string, offer: JsonOffer, { amount, currency }: OfferPrice): string {
  const changes = [
    ...offer.amounts.map((span) => ({ span, value: amount })),
    ...offer.currencies.map((span) => ({ span, value: currency })),
  ];
  // `toSorted` is younger than some browsers that this runs in.
  changes.sort((one, other) => one.span.start - other.span.start);
  let written = '';
  let at = 0;
  for (const { span, value } of changes) {
    written += text.slice(at, span.start) + value;
    at = span.end;
  }
  return written + text.slice(at);
}

function readOffer(text: string, offer: JsonObject): JsonOffer | UnusableOffer {
  const objects = [offer, ...offer.specifications.filter(isPriceItself)];
  const other = objects.map((object) => object.other).find(Boolean);
  if (other === 'priceType')
    return new UnusableOffer(
      'its offer has a former price beside its price (priceType), and a list says one of the two: both stay as written. Write the offer with its price alone',
    );
  if (other) return new UnusableOffer(`its offer has another kind of price too (${other}), which would no longer fit`);
  const amounts = objects.flatMap((object) => object.amounts);
  const currencies = objects.flatMap((object) => object.currencies);
  const valueOf = ({ start, end }: Span) => text.slice(start, end);
  const [amount, ...otherAmounts] = new Set(amounts.map(valueOf));
  const [currency, ...otherCurrencies] = new Set(currencies.map(valueOf));
  if (amount === undefined || currency === undefined)
    return new UnusableOffer('its offer needs a price and a priceCurrency');
  if (otherAmounts.length > 0 || otherCurrencies.length > 0)
    return new UnusableOffer('its offer has two prices, or writes one in two ways');
  if (!isAmount(amount)) return new UnusableOffer(`a price is written as 149.00, not ${amount.slice(0, 40)}`);
  if (!isCurrency(currency))
    return new UnusableOffer(`a priceCurrency is written as USD, not ${currency.slice(0, 40)}`);
  return { amount, currency, amounts, currencies };
}

/** The charge of a delivery or a payment is another one. */
function isPriceItself({ types }: JsonObject): boolean {
  const own = ['PriceSpecification', 'UnitPriceSpecification', 'CompoundPriceSpecification'];
  return types.length === 0 || own.some((type) => isOfType(types, type));
}

/**
 * All objects of a text that is JSON. It has been parsed, so that here only the places are found; without recursion,
 * since a block may be nested deeper than the stack.
 */
function objectsIn(text: string): readonly JsonObject[] {
  const objects: JsonObject[] = [];
  const open: Level[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    const level = open.at(-1);
    if (character === '{') {
      const object = emptyObject();
      if (level?.name === 'priceSpecification') level.object.specifications.push(object);
      objects.push(object);
      open.push({ object, name: '', isList: false });
      at++;
    } else if (character === '[') {
      open.push({ object: level?.object ?? emptyObject(), name: level?.name ?? '', isList: true });
      at++;
    } else if (character === '}' || character === ']') {
      open.pop();
      at++;
    } else if (/[\s,:]/.test(character)) at++;
    else {
      const isString = character === '"';
      const end = isString ? endOfString(text, at) : endOfWord(text, at);
      if (level) {
        const next = isString && !level.isList ? firstCharacter(text, end) : undefined;
        if (next === ':') begin(level, String(JSON.parse(text.slice(at, end))));
        else keep(level, text, isString ? { start: at + 1, end: end - 1 } : { start: at, end });
      }
      at = end;
    }
  }
  return objects;
}

function emptyObject(): JsonObject {
  return { types: [], amounts: [], currencies: [], specifications: [] };
}

function keep({ object, name, isList }: Level, text: string, span: Span): void {
  if (name === '@type') object.types.push(textOf(text, span));
  else if (isList) return;
  else if (name === 'price') object.amounts.push(span);
  else if (name === 'priceCurrency') object.currencies.push(span);
}

function begin(level: Level, name: string): void {
  level.name = name;
  if (/^(minPrice|maxPrice|priceType|priceComponent)$/.test(name)) level.object.other = name;
}

/** A string without its escapes. */
function textOf(text: string, { start, end }: Span): string {
  const source = text.slice(start, end);
  return source.includes('\\') ? String(JSON.parse(`"${source}"`)) : source;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !/[\s,:[\]{}"]/.test(text.charAt(at))) at++;
  return at;
}

function firstCharacter(text: string, start: number): string {
  let at = start;
  while (/\s/.test(text.charAt(at))) at++;
  return text.charAt(at);
}
