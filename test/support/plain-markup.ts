import { answer } from '../../src/rules/conditions/condition.ts';
import type { Facts } from '../../src/rules/facts.ts';
import { readBindings } from '../../src/rules/markup/bindings.ts';
import { evaluate } from '../../src/rules/markup/evaluate.ts';
import { casesIn, chooseCase, choosePart, type Part, readCondition } from '../../src/rules/markup/parts.ts';
import type { MarkupReader } from '../../src/rules/markup/reader.ts';
import { evaluateValueElement, readValueElement } from '../../src/rules/markup/value-element.ts';
import { hasOwnCondition, hiddenClass, isConditional, isHiddenAsWhole } from '../../src/rules/markup/visibility.ts';
import { writtenSlot } from '../../src/rules/markup/written.ts';
import type { Groups } from '../../src/rules/conditions/clause.ts';

/** An element as plain data. */
export interface PlainElement {
  readonly tag: string;
  readonly isHtml: boolean;
  readonly attributes: Map<string, string>;
  readonly children: (PlainElement | string)[];
}

const voidTags = /^(img|input|br|track|source)$/;

/** Reads markup that is written as the vectors are: every element is closed, and values stand in double quotes. */
export function parseMarkup(html: string): PlainElement {
  const root: PlainElement = { tag: 'body', isHtml: true, attributes: new Map(), children: [] };
  const open = [root];
  for (const [token, comment, end, start, attributes = ''] of html.matchAll(
    /(<!--.*?-->)|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>|[^<]+/gs,
  )) {
    const parent = open.at(-1) ?? root;
    if (comment) continue;
    if (end) open.pop();
    else if (!start) parent.children.push(token.replaceAll('&nbsp;', '\u00A0'));
    else {
      const pairs = [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
      const element: PlainElement = {
        tag: start,
        isHtml: start !== 'svg' && parent.isHtml,
        attributes: new Map(pairs.map(([, name = '', value = '']) => [name, value])),
        children: [],
      };
      parent.children.push(element);
      if (!voidTags.test(start)) open.push(element);
    }
  }
  return root;
}

export function elementsIn({ children }: PlainElement): readonly PlainElement[] {
  return children.filter((child) => typeof child !== 'string');
}

export const plainReader: MarkupReader<PlainElement> = {
  tag: ({ tag }) => tag,
  isHtml: ({ isHtml }) => isHtml,
  attributeNames: ({ attributes }) => [...attributes.keys()],
  attribute: ({ attributes }, name) => attributes.get(name) ?? null,
  inputType: ({ attributes }) => attributes.get('type') ?? 'text',
  children: elementsIn,
  hasText: ({ children }) => children.some((child) => typeof child === 'string' && child.trim() !== ''),
};

/** A page that is shown by nothing but the rules: what any other implementation has to come to. */
export class PlainPage {
  readonly #facts: Facts;
  readonly #groups: Groups | undefined;
  readonly #base: string;

  constructor(facts: Facts, base: string) {
    this.#facts = facts;
    this.#groups = facts.groups;
    this.#base = base;
  }

  /** The text that a visitor reads of an element. Its attributes are written on the way. */
  read(element: PlainElement, locale = 'en'): string {
    const own = element.attributes.get('lang') ?? locale;
    if (element.attributes.has('data-geo-ignore')) return readWritten(element);
    if (element.tag === 'template') return '';
    const text = this.#bind(element, own);
    if (isConditional(element.tag) && isHiddenAsWhole(plainReader, element, this.#facts)) return '';
    const part = this.#partOf(element);
    if (part && part.kind !== 'written') return this.#readPart(element, part, own);
    if (isHidden(element)) return '';
    if (part) return this.#readWhole(element, own);
    if (text !== undefined) return text;
    if (element.tag === 'geo-text' || element.tag === 'geo-currency') {
      const value = readValueElement(plainReader, element);
      const shown = evaluateValueElement(value, this.#facts, own);
      if (shown) return [shown.was ?? '', shown.text].join(' ');
    }
    return this.#readAll(element.children, own);
  }

  #partOf(element: PlainElement): Part<PlainElement> | undefined {
    if (element.tag === 'geo-if') return choosePart(plainReader, element, this.#answer(element));
    return element.tag === 'geo-switch'
      ? chooseCase(casesIn(plainReader, element).find((child) => this.#answer(child)))
      : undefined;
  }

  #answer(element: PlainElement) {
    return answer(readCondition(plainReader, element, this.#groups) ?? [], this.#facts);
  }

  /** Writes what is bound. @returns the text in place of the children. */
  #bind(element: PlainElement, locale: string): string | undefined {
    let text: string | undefined;
    for (const binding of readBindings(plainReader, element, this.#groups)) {
      const value = evaluate(binding, this.#facts, locale, this.#base);
      if (value === undefined || typeof value === 'symbol') continue;
      if (binding.target === 'text') text = elementsIn(element).length ? undefined : (value ?? '');
      else if (binding.target === 'class') addClasses(element, value ?? '');
      else if (binding.target === 'visibility') setVisibility(element, value === null);
      else element.attributes.set(binding.name, value ?? '');
    }
    return text;
  }

  #readPart(host: PlainElement, part: Part<PlainElement>, locale: string): string {
    if (part.kind === 'written') return this.#readAll(host.children, locale);
    host.attributes.delete('hidden');
    if (part.kind === 'template') return this.#readAll(part.template.children, locale);
    for (const child of part.children) if (!hasOwnCondition(plainReader, child)) child.attributes.delete('hidden');
    if (part.kind === 'content') return this.#readWhole(host, locale);
    return this.#readAll(
      part.children.flatMap((child) => (child.tag === 'geo-case' ? this.#readCase(child, locale) : child)),
      locale,
    );
  }

  /** All but what is for another answer. */
  #readWhole({ children }: PlainElement, locale: string): string {
    return this.#readAll(
      children.filter((child) => typeof child === 'string' || writtenSlot(plainReader, child) === ''),
      locale,
    );
  }

  #readCase(chosen: PlainElement, locale: string): string {
    if (isHiddenAsWhole(plainReader, chosen, this.#facts)) return '';
    return this.#readPart(chosen, choosePart(plainReader, chosen, true), locale);
  }

  #readAll(children: readonly (PlainElement | string)[], locale: string): string {
    return children.map((child) => (typeof child === 'string' ? child : this.read(child, locale))).join('');
  }
}

function readWritten(element: PlainElement): string {
  if (isHidden(element)) return '';
  return element.children.map((child) => (typeof child === 'string' ? child : readWritten(child))).join('');
}

function isHidden({ attributes }: PlainElement): boolean {
  return attributes.has('hidden') || classesOf(attributes).includes(hiddenClass);
}

function addClasses({ attributes }: PlainElement, added: string): void {
  const classes = [...new Set([...classesOf(attributes), ...added.split(' ').filter(Boolean)])];
  if (classes.length) attributes.set('class', classes.join(' '));
}

function setVisibility({ tag, attributes }: PlainElement, shows: boolean): void {
  if (!shows) {
    if (!isConditional(tag)) attributes.set('hidden', '');
    return;
  }
  if (!isConditional(tag)) attributes.delete('hidden');
  if (classesOf(attributes).includes(hiddenClass))
    attributes.set(
      'class',
      classesOf(attributes)
        .filter((token) => token !== hiddenClass)
        .join(' '),
    );
}

function classesOf(attributes: ReadonlyMap<string, string>): readonly string[] {
  return (attributes.get('class') ?? '').split(/\s+/).filter(Boolean);
}
