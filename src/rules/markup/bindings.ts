import type { Answer, Condition, Groups } from '../conditions/clause.ts';
import { answer, parseCondition } from '../conditions/condition.ts';
import { type Entry, splitEntries } from '../conditions/entries.ts';
import type { MistakeCode, Note } from '../mistake.ts';
import type { PriceTag } from '../money/price.ts';
import { parsePriceTag, showPrice } from '../money/money.ts';
import { aroundPrice } from '../money/written-price.ts';
import { evaluateClasses, hiddenByBinding, unsafe, valueOf, type Want, type Wanted, wantUrl } from './evaluate.ts';
import { mayBind, mayPrefill, sinkOf, writableAttributes } from './sink.ts';
import { hasSameWords } from '../text/normalize.ts';
import { fillTemplate, parseTemplate, type Template } from '../text/template.ts';
import type { AttributeReader } from './reader.ts';
import { evaluateVisibility, hasOwnCondition, readVisibility } from './visibility.ts';

/**
 * What a binding writes: an element's text, its classes, the value of a form field, another attribute, or whether it
 * shows.
 */
export type Target = 'text' | 'class' | 'field' | 'attribute' | 'visibility';

/** What one attribute of an element asks for, or all that shows and hides the element together. */
export interface Binding {
  readonly target: Target;
  /**
   * What is bound, as its attribute is called behind the prefix: `text`, `href` …; `visibility` for what shows and
   * hides.
   */
  readonly name: string;
  readonly want: Want;
  /** What the value is made from, for those who explain it. Visibility has its rules. */
  readonly content?: Content;
  /** The bindings of which it is the first that holds. */
  readonly choices?: readonly Choice[];
}

/** A binding by a rule beside the page. */
export interface Choice {
  readonly condition: Condition | undefined;
  readonly binding: Binding;
}

export interface Content extends Partial<PriceTag> {
  /** One for each class, else a single one. Undefined for one that cannot be read. */
  readonly templates?: readonly (Template | undefined)[];
}

export const bindingPrefix = 'data-geo-';

/** What bindings are called behind their prefix. */
export const bindingNames: readonly string[] = ['text', 'show', 'hide', 'class', 'currency', ...writableAttributes];

/** Attributes with the same prefix that bind nothing by themselves. First those that placeholders are about. */
export const helperNames: readonly string[] = ['prices', 'delivery', 'replaces', 'when', 'offer', 'ignore', 'settings'];

/** Names that write no value. */
const namesWithoutValue = ['show', 'hide', ...helperNames];

/** Whether an element may have bindings. Cheaper than reading them. */
export function mayHaveBindings<Node>(reader: AttributeReader<Node>, node: Node): boolean {
  return reader.attributeNames(node).some((name) => name.startsWith(bindingPrefix)) || hasOwnCondition(reader, node);
}

/** Reads everything that an element's attributes and classes ask for, in their order. Visibility comes last. */
export function readBindings<Node>(
  reader: AttributeReader<Node>,
  node: Node,
  groups?: Groups,
  note?: Note,
): readonly Binding[] {
  const tag = reader.tag(node);
  const bindings: Binding[] = [];
  const isRefused = !mayBind(tag) || !reader.isHtml(node);
  const names = reader
    .attributeNames(node)
    .filter((name) => name.startsWith(bindingPrefix))
    .map((name) => name.slice(bindingPrefix.length))
    .filter((name) => !namesWithoutValue.includes(name));
  const whenText = reader.attribute(node, `${bindingPrefix}when`);
  const namedBeside = helperNames.slice(0, 2).map((name) => reader.attribute(node, bindingPrefix + name));
  const replaces = reader.attribute(node, `${bindingPrefix}replaces`);
  const when =
    typeof whenText === 'string' && names.length
      ? parseCondition(whenText, groups, isRefused ? undefined : note)
      : undefined;
  for (const name of names) {
    const attribute = bindingPrefix + name;
    const text = reader.attribute(node, attribute);
    // An attribute that only a browser can read is left to the browser.
    if (typeof text !== 'string' || whenText === undefined || replaces === undefined) continue;
    const isOther = name === 'value' && tag === 'input' && !mayPrefill(reader.typeOfInput(node));
    const read = isRefused || isOther ? 'unsafe-binding' : readValue(tag, name, text, !!when);
    if (typeof read === 'string') {
      note?.(read, attribute);
      continue;
    }
    bindings.push({
      ...read,
      name,
      want(facts, ...rest) {
        const wanted = when && !answer(when, facts) ? undefined : read.want({ ...facts, namedBeside }, ...rest);
        return replaces && wanted ? over(replaces, wanted) : wanted;
      },
    });
    if (read.content?.templates?.includes(undefined)) note?.('unusable-template', attribute);
  }
  const rules = readVisibility(reader, node, groups, isRefused ? undefined : note);
  if (rules.length) {
    const name = 'visibility';
    if (isRefused) note?.('unsafe-binding', name);
    else bindings.push({ target: name, name, want: (facts) => wantHidden(evaluateVisibility(rules, facts)) });
  }
  return bindings;
}

/** Wants a value in place of these words alone. */
function over(words: string, wanted: Wanted): Wanted {
  return (written) => (hasSameWords(written, words) ? valueOf(wanted, written) : undefined);
}

/** The price list that an element names beside its templates. Undefined: none, or one that cannot be read. */
export function readPriceList<Node>(reader: AttributeReader<Node>, node: Node): PriceTag | undefined {
  return parsePriceTag(reader.attribute(node, `${bindingPrefix}prices`) ?? '');
}

/** A price takes the place of the first one of its list, where that is what the text says. */
function wantPrice(tag: PriceTag): Want {
  return (facts, locale) => {
    const shown = showPrice(tag, facts, locale);
    const base = shown?.base ?? tag.prices[0];
    return shown && base && ((written) => aroundPrice(written, base, locale, facts)?.join(shown.text) ?? unsafe);
  };
}

/** Visibility that is not known stays as written. */
function wantHidden(shows: Answer): string | null | undefined {
  return shows === false ? hiddenByBinding : shows && null;
}

/** The condition of `data-geo-when`, as text. Undefined if there is none, or only a browser can read it. */
export function whenEntries<Node>(reader: AttributeReader<Node>, node: Node): readonly Entry<string>[] | undefined {
  const text = reader.attribute(node, `${bindingPrefix}when`);
  return typeof text === 'string' ? splitEntries(text) : undefined;
}

/**
 * @param hasWhen whether a condition decides about it. Then it need not have a placeholder.
 * @returns the code of the mistake if it cannot be used.
 */
function readValue(tag: string, name: string, text: string, hasWhen: boolean): Omit<Binding, 'name'> | MistakeCode {
  const isText = name === 'text';
  // The text of a text area is its value, which `data-geo-value` writes.
  if (tag === 'textarea' && (isText || name === 'currency')) return 'unsafe-binding';
  if (name === 'currency') {
    const priceTag = parsePriceTag(text);
    return priceTag ? { target: 'text', content: priceTag, want: wantPrice(priceTag) } : 'unusable-prices';
  }
  if (name === 'class') {
    // Split at blanks, except within braces. Not to the end of the text for each of them.
    const tokens = text.split(/\s(?![^{]{0,250}\})/).filter(Boolean);
    const templates = tokens.map((token) => parseTemplate(token, hasWhen));
    return { target: name, content: { templates }, want: (facts, locale) => evaluateClasses(templates, facts, locale) };
  }
  const sink = isText ? name : sinkOf(tag, name);
  const isField = name === 'value' && /^(input|textarea|select)$/.test(tag);
  if (!sink) return 'unsafe-binding';
  const template = parseTemplate(text, hasWhen);
  if (!template) return 'unusable-template';
  const otherTarget = isField ? 'field' : 'attribute';
  return {
    target: isText ? name : otherTarget,
    content: { templates: [template] },
    want:
      sink === 'text'
        ? (facts, locale) => fillTemplate(template, facts, name === 'value' ? 'code' : 'text', locale)
        : wantUrl(template, sink),
  };
}
