import { bindingNames, bindingPrefix, readBindings, readPriceList } from '../../rules/markup/bindings.ts';
import { readCondition } from '../../rules/markup/parts.ts';
import { readPriceElement, readTextElement } from '../../rules/markup/value-element.ts';
import { visibilityTokens } from '../../rules/markup/visibility.ts';
import { unusableIn } from '../../rules/money/by-place.ts';
import { parsePrices } from '../../rules/money/money.ts';
import type { PriceTag } from '../../rules/money/price.ts';
import { withList } from '../../rules/money/price-book.ts';
import { tokensOf } from '../../rules/text/normalize.ts';
import { asksForPrice, deliveryWordsIn, parseTemplate } from '../../rules/text/template.ts';
import type { Note } from '../../rules/mistake.ts';
import { deliveryMistakes, placeholderMistakes } from './delivery-mistakes.ts';
import { elementMistakesOf } from './element-mistakes.ts';
import { describeMistake, type MistakePlace, spellAsAttribute, spellAsText } from './mistake-words.ts';
import { minusSentence, missingListSentence, placeSentence, skuSentence } from './price-mistakes.ts';
import type { Advice, PageReader, PageToRead } from './page-reader.ts';
import { quoteSentence } from './quote-mistakes.ts';

/** What a page reports of an element as `geo-error`, in words. Without a code, what was not looked at. */
export function reportedMistakesOf<Node>(
  page: Omit<PageToRead<Node>, 'elements'>,
  element: Node,
): ReadonlyArray<Advice<Node>> {
  const found = mistakesOf(page, element);
  const quotes = found.length > 0 ? quoteSentence(page, element) : undefined;
  // All of them follow from that one.
  return quotes === undefined
    ? found
    : [...new Set(found.map(({ code }) => code))].map((code) => ({ words: quotes, element, ...(code && { code }) }));
}

function mistakesOf<Node>(page: Omit<PageToRead<Node>, 'elements'>, element: Node): ReadonlyArray<Advice<Node>> {
  const { reader, groups, known } = page;
  const found: Array<Advice<Node>> = [];
  const names = [...(groups?.keys() ?? [])];
  const attribute = (name: string): string | null => reader.attribute(element, name) ?? null;
  const noteWith =
    (spell: MistakePlace['spell']): Note =>
    (code, text) => {
      found.push({ words: describeMistake(code, text, { groups: names, spell, attribute }), element, code });
    };
  const tag = reader.tag(element);
  const bindings = isBound(reader, element)
    ? readBindings(reader, element, groups, noteWith(spellAsBinding(reader, element)))
    : [];
  if (known.conditional.includes(tag)) {
    const note = noteWith(spellAsAttribute);
    if (readCondition(reader, element, groups, note)?.length === 0) note('empty-condition', '');
  }
  const noteAsText = noteWith(spellAsText);
  const template = tag === 'geo-text' ? readTextElement(reader, element, { parseTemplate }, noteAsText) : undefined;
  const price = tag === 'geo-currency' ? readPriceElement(reader, element, { parsePrices }, noteAsText) : undefined;
  const hasList = attribute(`${bindingPrefix}prices`) !== null;
  const list = readPriceList(reader, element);
  if (hasList && !list) noteAsText('unusable-prices', `${bindingPrefix}prices`);
  const templates = bindings.flatMap(({ content }) => content?.templates ?? []);
  if (asksForPrice(template) || (!hasList && templates.some(asksForPrice)))
    found.push({ words: missingListSentence, element, code: 'unusable-template' });
  for (const listed of [price, list, ...bindings.map(({ content }) => content)])
    for (const mistake of listMistakes(listed, page)) found.push({ ...mistake, element });
  const wrongMinus = price?.minus ? minusSentence(price.minus) : undefined;
  if (wrongMinus) found.push({ words: wrongMinus, element, code: 'unusable-prices' });
  if (tag === 'geo-if') found.push(...deepElse(reader, element));
  if (known.tags.includes(tag)) found.push(...movedOut(reader, element));
  const words = [template, ...templates].flatMap(deliveryWordsIn);
  const deliveries =
    tag === 'geo-delivery'
      ? deliveryMistakes(attribute, page, groups)
      : placeholderMistakes(words, attribute(`${bindingPrefix}delivery`), page, groups);
  for (const mistake of [...elementMistakesOf(reader, element), ...deliveries]) found.push({ ...mistake, element });
  return found;
}

/** A part for no that is not a direct child. */
function* deepElse<Node>(reader: PageReader<Node>, host: Node): Generator<Advice<Node>> {
  const inner = (element: Node) => (reader.tag(element) === 'geo-if' ? [] : reader.children(element));
  const waiting = reader.children(host).flatMap(inner);
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    waiting.push(...inner(element));
    if (reader.attribute(element, 'slot') !== 'else') continue;
    const parent = reader.parent(element);
    const around = parent === undefined ? '' : ` out of the <${reader.tag(parent)}>`;
    const words = `<${reader.tag(element)}> with slot="else" is too deep to be the other part: move it${around}, so that it is a child of the <geo-if>`;
    yield { words, element: host, code: 'deep-else' };
  }
}

const movers = 'table thead tbody tfoot tr colgroup select optgroup datalist'.split(' ');

/** Browsers make no such tree of the tags. */
function* movedOut<Node>(reader: PageReader<Node>, element: Node): Generator<Advice<Node>> {
  const parent = reader.parent(element);
  const around = parent === undefined ? '' : reader.tag(parent);
  if (!movers.includes(around)) return;
  const cause = `browsers move it out of the <${around}>, and leave its content there for everybody`;
  yield {
    words: `${cause}. Use \`data-geo-show\` on the row, the paragraph or the option itself`,
    element,
    code: 'empty-element',
  };
}

function listMistakes<Node>(
  { sku, prices = [], was = [] }: Partial<PriceTag> = {},
  { groups, priceBook }: Pick<PageToRead<Node>, 'groups' | 'priceBook'>,
): ReadonlyArray<Omit<Advice<Node>, 'element'>> {
  // A list of the book that cannot be read is a mistake of the settings block.
  if (sku && priceBook?.has(sku) === false) return [{ words: skuSentence(sku, priceBook), code: 'unknown-sku' }];
  const listed = withList({ sku, prices, was }, priceBook);
  const unusable = listed && unusableIn(listed, groups);
  return unusable ? [{ words: placeSentence(unusable, [...(groups?.keys() ?? [])]), code: 'unusable-prices' }] : [];
}

/** Whether the page looks at an element: with nothing but misspelt attributes it is none of ours. */
function isBound<Node>(reader: PageReader<Node>, element: Node): boolean {
  return (
    bindingNames.some((name) => reader.attribute(element, bindingPrefix + name) !== null) ||
    visibilityTokens(reader.attribute(element, 'class')).length > 0
  );
}

/** A binding has its conditions as text or as classes. */
function spellAsBinding<Node>(reader: PageReader<Node>, element: Node): MistakePlace['spell'] {
  return (name, value, wrong = '') => {
    const verb = ['show', 'hide'].find((known) =>
      tokensOf(reader.attribute(element, 'class')).some((token) => token.toLowerCase() === `geo-${known}-${wrong}`),
    );
    return verb ? `geo-${verb}-${value.toLowerCase()}` : spellAsText(name, value);
  };
}
