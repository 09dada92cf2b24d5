import type { Facts } from '../facts.ts';
import type { Mistake, Parsed } from '../mistake.ts';
import { parsePrices, showPrice } from '../money.ts';
import type { Price, PriceTag, ShownPrice } from '../price.ts';
import { fillTemplate, parseTemplate, type Template } from '../template.ts';
import type { MarkupReader } from './reader.ts';

/** What a `<geo-text>` or `<geo-currency>` asks for. */
export type ValueRequest =
  | { readonly kind: 'template'; readonly template: Template | undefined }
  | { readonly kind: 'price'; readonly tag: PriceTag };

/** Reads the attributes of a value element. One that cannot be used counts as missing; the mistake's text is its name. */
export function readValueElement<Node>(reader: MarkupReader<Node>, node: Node): Parsed<ValueRequest> {
  if (reader.tag(node) === 'geo-text') {
    const template = parseTemplate(reader.attribute(node, 'template') ?? '');
    return {
      value: { kind: 'template', template },
      mistakes: template ? [] : [{ code: 'unusable-template', text: 'template' }],
    };
  }
  const mistakes: Mistake[] = [];
  const pricesIn = (text: string): readonly Price[] => {
    const written = reader.attribute(node, text);
    const prices = typeof written === 'string' ? parsePrices(written) : [];
    if (!prices) mistakes.push({ code: 'unusable-prices', text });
    return prices ?? [];
  };
  const tag = { prices: pricesIn('prices'), was: pricesIn('was'), charm: reader.attribute(node, 'charm') ?? null };
  return { value: { kind: 'price', tag }, mistakes };
}

/** What a value element shows in place of its children. Undefined: the children show. */
export function evaluateValueElement(request: ValueRequest, facts: Facts, locale: string): ShownPrice | undefined {
  if (request.kind === 'price') return showPrice(request.tag, facts, locale);
  const text = request.template && fillTemplate(request.template, facts, 'text', locale);
  return text === undefined ? undefined : { text };
}
