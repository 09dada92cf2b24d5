import type { Condition, Groups } from '../conditions/clause.ts';
import { parseCondition } from '../conditions/condition.ts';
import { type Entry, splitEntries } from '../conditions/entries.ts';
import type { MistakeCode, Note } from '../mistake.ts';
import { parsePrices } from '../money/money.ts';
import type { Price } from '../money/price.ts';
import { mayBind, mayPrefill, type Sink, sinkOf, writableAttributes } from './sink.ts';
import { parseTemplate, type Template } from '../text/template.ts';
import type { MarkupReader } from './reader.ts';
import { hasOwnCondition, readVisibility, type VisibilityRule } from './visibility.ts';

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
  readonly content: Content;
  /** It holds only where the answer to this is yes. */
  readonly when: Condition | undefined;
}

/** What the value is made from. */
export type Content =
  | { readonly kind: 'template'; readonly template: Template; readonly purpose: 'text' | 'code' }
  | UrlContent
  | { readonly kind: 'prices'; readonly prices: readonly Price[] }
  /** One template for each class; undefined for one that cannot be read. */
  | { readonly kind: 'classes'; readonly templates: readonly (Template | undefined)[] }
  | { readonly kind: 'visibility'; readonly rules: readonly VisibilityRule[] };

export interface UrlContent {
  readonly kind: 'url';
  readonly template: Template;
  /** How the URL is checked when it is filled in. */
  readonly sink: Exclude<Sink, 'text'>;
}

export const bindingPrefix = 'data-geo-';

/** What bindings are called behind their prefix. */
export const bindingNames: readonly string[] = ['text', 'show', 'hide', 'class', 'currency', ...writableAttributes];

/** Attributes with the same prefix that bind nothing by themselves. */
export const helperNames: readonly string[] = ['when', 'ignore', 'settings'];

/** Names that write no value. */
const namesWithoutValue = ['show', 'hide', ...helperNames];

/** Whether an element may have bindings. Cheaper than reading them. */
export function mayHaveBindings<Node>(reader: MarkupReader<Node>, node: Node): boolean {
  return reader.attributeNames(node).some((name) => name.startsWith(bindingPrefix)) || hasOwnCondition(reader, node);
}

/** Reads everything that an element's attributes and classes ask for, in their order. Visibility comes last. */
export function readBindings<Node>(
  reader: MarkupReader<Node>,
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
  const when =
    typeof whenText === 'string' && names.length
      ? parseCondition(whenText, groups, isRefused ? undefined : note)
      : undefined;
  for (const name of names) {
    const attribute = bindingPrefix + name;
    const text = reader.attribute(node, attribute);
    // An attribute that only a browser can read is left to the browser.
    if (typeof text !== 'string' || whenText === undefined) continue;
    const read = isRefused ? 'unsafe-binding' : readValue(tag, name, text, reader.inputType(node));
    if (typeof read === 'string') {
      note?.(read, attribute);
      continue;
    }
    bindings.push({ ...read, name, when });
    if (read.content.kind === 'classes' && read.content.templates.includes(undefined))
      note?.('unusable-template', attribute);
  }
  const rules = readVisibility(reader, node, groups, isRefused ? undefined : note);
  if (rules.length) {
    const name = 'visibility';
    if (isRefused) note?.('unsafe-binding', name);
    else bindings.push({ target: name, name, content: { kind: name, rules }, when: undefined });
  }
  return bindings;
}

/** The condition of `data-geo-when`, as text. Undefined if there is none, or only a browser can read it. */
export function whenEntries<Node>(reader: MarkupReader<Node>, node: Node): readonly Entry<string>[] | undefined {
  const text = reader.attribute(node, `${bindingPrefix}when`);
  return typeof text === 'string' ? splitEntries(text) : undefined;
}

/** @returns the code of the mistake if it cannot be used. */
function readValue(
  tag: string,
  name: string,
  text: string,
  inputType: string,
): Pick<Binding, 'target' | 'content'> | MistakeCode {
  // The text of a text area is its value, which `data-geo-value` writes.
  if (tag === 'textarea' && (name === 'text' || name === 'currency')) return 'unsafe-binding';
  if (name === 'currency') {
    const prices = parsePrices(text);
    return prices ? { target: 'text', content: { kind: 'prices', prices } } : 'unusable-prices';
  }
  if (name === 'class') {
    // Split at blanks, except within braces. Not to the end of the text for each of them.
    const tokens = text.split(/\s(?![^{]{0,250}\})/).filter(Boolean);
    return { target: 'class', content: { kind: 'classes', templates: tokens.map(parseTemplate) } };
  }
  const sink = name === 'text' ? 'text' : sinkOf(tag, name);
  const isField = name === 'value' && /^(input|textarea|select)$/.test(tag);
  if (!sink || (isField && tag === 'input' && !mayPrefill(inputType))) return 'unsafe-binding';
  const template = parseTemplate(text);
  if (!template) return 'unusable-template';
  const otherTarget = isField ? 'field' : 'attribute';
  return {
    target: name === 'text' ? 'text' : otherTarget,
    content:
      sink === 'text'
        ? { kind: 'template', template, purpose: name === 'value' ? 'code' : 'text' }
        : { kind: 'url', template, sink },
  };
}
