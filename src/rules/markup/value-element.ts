import type { Facts } from '../facts.ts';
import type { Note } from '../mistake.ts';
import type { parsePrices, showPrice } from '../money/money.ts';
import type { Price, PriceTag, ShownPrice } from '../money/price.ts';
import type { fillTemplate, parseTemplate, Template } from '../text/template.ts';
import type { MarkupReader } from './reader.ts';

/** What value elements build on. Those of the page get it from the loader. */
export interface ValueRules {
  readonly parsePrices: typeof parsePrices;
  readonly showPrice: typeof showPrice;
  readonly parseTemplate: typeof parseTemplate;
  readonly fillTemplate: typeof fillTemplate;
}

/** What a `<geo-text>` asks for, or a `<geo-currency>`: then there is a list of prices, which may be empty. */
export interface ValueRequest extends Partial<PriceTag> {
  readonly template?: Template | undefined;
}

/**
 * Reads the attributes of a value element. One that cannot be used counts as missing; the mistake's text is its name.
 */
export function readValueElement<Node>(
  {
    reader,
    parsePrices,
    parseTemplate,
  }: Pick<ValueRules, 'parsePrices' | 'parseTemplate'> & { readonly reader: MarkupReader<Node> },
  node: Node,
  note?: Note,
): ValueRequest {
  const read = (name: string) => reader.attribute(node, name) ?? null;
  if (reader.tag(node) === 'geo-text') {
    const template = parseTemplate(read('template') ?? '');
    if (!template) note?.('unusable-template', 'template');
    return { template };
  }
  const readPrices = (name: string): readonly Price[] => {
    const text = read(name);
    const prices = text === null ? [] : parsePrices(text);
    if (!prices) note?.('unusable-prices', name);
    return prices ?? [];
  };
  return { prices: readPrices('prices'), was: readPrices('was'), charm: read('charm') };
}

/** What a value element shows in place of its children. Undefined: the children show. */
export function evaluateValueElement(
  { showPrice, fillTemplate }: Pick<ValueRules, 'showPrice' | 'fillTemplate'>,
  { template, prices, ...rest }: ValueRequest,
  facts: Facts,
  locale: string,
): ShownPrice | undefined {
  if (prices) return showPrice({ prices, ...rest }, facts, locale);
  const text = template && fillTemplate(template, facts, 'text', locale);
  return text === undefined ? text : { text };
}
