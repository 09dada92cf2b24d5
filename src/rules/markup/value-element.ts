import type { Facts } from '../facts.ts';
import type { MistakeCode, Parsed } from '../mistake.ts';
import { parsePrices, showPrice } from '../money.ts';
import type { Price, PriceTag, ShownPrice } from '../price.ts';
import { fillTemplate, parseTemplate, type Template } from '../template.ts';
import type { MarkupReader } from './reader.ts';

/** What a `<geo-text>` or `<geo-currency>` asks for. */
export type ValueRequest =
  | { readonly kind: 'template'; readonly template: Template | undefined }
  | { readonly kind: 'price'; readonly tag: PriceTag };

/** Reads what the attributes of a value element ask for. What cannot be read counts as if it were not there. */
export function readValueElement<Node>(reader: MarkupReader<Node>, node: Node): Parsed<ValueRequest> {
  const codes: MistakeCode[] = [];
  const request = (): ValueRequest => {
    if (reader.tag(node) === 'geo-text') {
      const template = parseTemplate(reader.attribute(node, 'template') ?? '');
      if (!template) codes.push('unusable-template');
      return { kind: 'template', template };
    }
    const pricesIn = (attribute: string): readonly Price[] => {
      const text = reader.attribute(node, attribute);
      const prices = typeof text === 'string' ? parsePrices(text) : [];
      if (!prices) codes.push('unusable-prices');
      return prices ?? [];
    };
    const charm = reader.attribute(node, 'charm') ?? null;
    return { kind: 'price', tag: { prices: pricesIn('prices'), was: pricesIn('was'), charm } };
  };
  const value = request();
  return { value, mistakes: codes.map((code) => ({ code, text: `<${reader.tag(node)}>` })) };
}

/** @returns undefined for "as written". */
export function evaluateValueElement(request: ValueRequest, facts: Facts, locale: string): ShownPrice | undefined {
  if (request.kind === 'price') return showPrice(request.tag, facts, locale);
  const text = request.template && fillTemplate(request.template, facts, 'text', locale);
  return text === undefined ? undefined : { text };
}
