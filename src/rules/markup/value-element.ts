import type { Facts } from '../facts.ts';
import type { Note } from '../mistake.ts';
import { showWithFormer } from '../money/former-price.ts';
import type { formatPrice, parsePrices, showPrice } from '../money/money.ts';
import type { Price, PriceTag, ShownPrice } from '../money/price.ts';
import type { aroundPrice } from '../money/written-price.ts';
import type { fillTemplate, parseTemplate, Template } from '../text/template.ts';
import type { MarkupReader } from './reader.ts';

/** What value elements build on. Those of the page get it from the loader. */
export interface ValueRules {
  readonly parsePrices: typeof parsePrices;
  readonly showPrice: typeof showPrice;
  readonly formatPrice: typeof formatPrice;
  readonly aroundPrice: typeof aroundPrice;
  readonly parseTemplate: typeof parseTemplate;
  readonly fillTemplate: typeof fillTemplate;
}

/** Reads a `<geo-text>`. Undefined: it has no template that can be used. A mistake's text is the name of the attribute. */
export function readTextElement<Node>(
  reader: MarkupReader<Node>,
  node: Node,
  { parseTemplate }: Pick<ValueRules, 'parseTemplate'>,
  note?: Note,
): Template | undefined {
  const template = parseTemplate(reader.attribute(node, 'template') ?? '');
  if (!template) note?.('unusable-template', 'template');
  return template;
}

/** Reads a `<geo-currency>`. A list that cannot be used counts as missing; the mistake's text is the attribute's name. */
export function readPriceElement<Node>(
  reader: MarkupReader<Node>,
  node: Node,
  { parsePrices }: Pick<ValueRules, 'parsePrices'>,
  note?: Note,
): PriceTag {
  const read = (name: string) => reader.attribute(node, name) ?? null;
  const readPrices = (name: string): readonly Price[] => {
    const text = read(name);
    const prices = text === null ? [] : parsePrices(text);
    if (!prices) note?.('unusable-prices', name);
    return prices ?? [];
  };
  const sku = read('sku')?.trim();
  const was = readPrices('was');
  // As long as there is no price, none can be before it: the parser may still bring both.
  const isEmpty = !reader.hasText(node) && !reader.children(node).length;
  const writesFormer = isEmpty || hasFormer(reader, node);
  return {
    sku,
    prices: sku ? [] : readPrices('prices'),
    was,
    writesFormer,
    charm: read('charm'),
    minus: read('minus')?.trim(),
  };
}

/**
 * Whether there is a former price in an element. Level by level, since elements can be nested more deeply than calls.
 * Prices in it are passed over: each looks through its own content, so that all together look at each element once.
 */
function hasFormer<Node>(reader: MarkupReader<Node>, node: Node): boolean {
  let level = reader.children(node);
  while (level.length) {
    if (level.some((child) => /^(s|del)$/.test(reader.tag(child)))) return true;
    level = level.flatMap((child) => (reader.tag(child) === 'geo-currency' ? [] : reader.children(child)));
  }
  return false;
}

/**
 * The text that says the price of a `<geo-currency>`: without former prices, without what is for later, and without
 * elements of ours in it. Two digits in an element of their own are decimals: `$49<sup>99</sup>`.
 */
export function priceText<Node>(reader: MarkupReader<Node>, node: Node): string {
  let text = '';
  let isLower = false;
  const waiting: (Node | string)[] = reader.content(node).toReversed();
  // A longer text is more than a price.
  for (let next = waiting.pop(); next !== undefined && text.length < 1000; next = waiting.pop()) {
    if (typeof next === 'string') {
      if (/\d$/.test(text) && /^\p{L}/u.test(next)) text += ' ';
      if (isLower && /\d\s*$/.test(text) && /^\d\d(?!\d)/.test(next)) text = `${text.trimEnd()}.`;
      text += next;
      isLower &&= !next.trim();
    } else if (
      !/^(s|del|template|script|style|geo-.*)$/.test(reader.tag(next)) &&
      ['hidden', 'slot'].every((name) => reader.attribute(next as Node, name) === null) &&
      !/(^|\s)(screen-reader\S*|sr-only|visually-hidden|d-none|hidden)(\s|$)/.test(
        reader.attribute(next, 'class') ?? '',
      )
    ) {
      const content = reader.content(next);
      isLower = content.length > 0;
      // A line break, or a picture.
      if (!isLower) text += ' ';
      waiting.push(...content.toReversed());
    }
  }
  return text.trim();
}

/** What a `<geo-currency>` asks for. */
export interface PriceRequest {
  readonly tag: PriceTag;
  /** What its children say: a list is for its first price alone, and is not used where they say another. */
  readonly text: string;
  readonly note?: Note | undefined;
}

/**
 * What a `<geo-currency>` shows in place of its children. Undefined: the children show. An empty text: they show behind
 * their former price.
 */
export function showPriceElement(
  rules: Pick<ValueRules, 'showPrice' | 'formatPrice' | 'aroundPrice'>,
  { tag, text, note }: PriceRequest,
  facts: Facts,
  locale: string,
): ShownPrice | undefined {
  if (tag.minus) return facts.showByPlace?.(tag, facts, locale);
  const shown = showWithFormer(rules, tag, facts, locale);
  const base = shown?.base ?? tag.prices[0];
  const around = shown && base && rules.aroundPrice(text, base, locale, facts);
  if (shown && !around) note?.('other-price', text);
  return around && { ...shown, around };
}
