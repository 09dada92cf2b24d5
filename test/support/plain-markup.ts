import { answer } from '../../src/rules/conditions/condition.ts';
import type { Facts } from '../../src/rules/facts.ts';
import { readBindings } from '../../src/rules/markup/bindings.ts';
import { unsafe, valueOf } from '../../src/rules/markup/evaluate.ts';
import { casesIn, chooseCase, choosePart, type Part, readCondition } from '../../src/rules/markup/parts.ts';
import { type Plan, planBinding, planPart } from '../../src/rules/markup/plan.ts';
import type { MarkupReader } from '../../src/rules/markup/reader.ts';
import {
  priceText,
  readPriceElement,
  readTextElement,
  showPriceElement,
} from '../../src/rules/markup/value-element.ts';
import type { Note } from '../../src/rules/mistake.ts';
import { formatPrice, parsePrices, showPrice } from '../../src/rules/money/money.ts';
import type { ShownPrice } from '../../src/rules/money/price.ts';
import { aroundPrice } from '../../src/rules/money/written-price.ts';
import { planReached, reachedSlot } from '../../src/rules/money/threshold.ts';
import { fillTemplate, parseTemplate } from '../../src/rules/text/template.ts';
import { hiddenClass, isConditional, isHiddenAsWhole } from '../../src/rules/markup/visibility.ts';
import { aloneSlot } from '../../src/rules/markup/written.ts';
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
  typeOfInput: ({ attributes }) => attributes.get('type') ?? 'text',
  children: elementsIn,
  content: ({ children }) => children,
  hasText: ({ children }) => children.some((child) => typeof child === 'string' && child.trim() !== ''),
};

const plainRules = { parsePrices, showPrice, formatPrice, aroundPrice, parseTemplate };

function textIn({ children }: PlainElement): string {
  return children.filter((child) => typeof child === 'string').join('');
}

/** What a value element shows in place of its children. */
export function showPlainValue(
  element: PlainElement,
  facts: Facts,
  locale: string,
  note?: Note,
): ShownPrice | undefined {
  if (element.tag === 'geo-currency') {
    const tag = readPriceElement(plainReader, element, plainRules, note);
    return showPriceElement(plainRules, { tag, text: priceText(plainReader, element), note }, facts, locale);
  }
  const template = readTextElement(plainReader, element, plainRules, note);
  const text = template && fillTemplate(template, facts, 'text', locale);
  return text === undefined ? undefined : { text };
}

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
    if (part) return this.#readPart(element, part, own);
    if (text !== undefined) return text;
    if (element.tag === 'geo-text' || element.tag === 'geo-currency') {
      const shown = showPlainValue(element, this.#facts, own);
      if (shown?.isReached) return this.#readReached(element, own);
      if (shown?.was && !shown.text) return `${shown.was} ${this.#readAll(element.children, own)}`;
      if (shown) return [shown.was ?? '', (shown.around ?? ['', '']).join(shown.text)].join(' ');
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
      const wanted = binding.want(this.#facts, locale, this.#base);
      const there = binding.target === 'attribute' ? (element.attributes.get(binding.name) ?? '') : textIn(element);
      const value = valueOf(wanted, there);
      if (value === undefined || value === unsafe) continue;
      const plan = planBinding(plainReader, element, binding, value);
      if (binding.target !== 'text') carryOut(plan);
      else if (!elementsIn(element).length) text = plan[0]?.value ?? '';
    }
    return text;
  }

  #readPart(host: PlainElement, part: Part<PlainElement>, locale: string): string {
    const { alone, isOff, changes } = planPart(plainReader, host, part, copyOf);
    carryOut(changes);
    if (isOff) return '';
    if (!alone)
      return this.#readAll(
        host.children.filter((child) => typeof child === 'string' || !slotOf(child)),
        locale,
      );
    const read = (child: PlainElement) =>
      child.tag === 'geo-case' ? this.#readCase(child, locale) : this.read(child, locale);
    return alone.map(read).join('');
  }

  #readReached(host: PlainElement, locale: string): string {
    carryOut(planReached(plainReader, host, true));
    const inSlot = elementsIn(host).filter((child) => slotOf(child) === reachedSlot && host.children.includes(child));
    return this.#readAll(inSlot.length ? inSlot : host.children, locale);
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

function carryOut(plan: Plan<PlainElement>): void {
  for (const { node, attribute = '', value } of plan) {
    if (value === null) node.attributes.delete(attribute);
    else node.attributes.set(attribute, value);
  }
}

function copyOf({ children }: PlainElement): readonly PlainElement[] {
  return children.map((child) => {
    const copy = typeof child === 'string' ? wrapped(child) : child;
    copy.attributes.set('slot', aloneSlot);
    return copy;
  });
}

function wrapped(text: string): PlainElement {
  return { tag: 'geo-t', isHtml: true, attributes: new Map(), children: [text] };
}

function slotOf({ attributes }: PlainElement): string {
  return attributes.get('slot') ?? '';
}

function classesOf(attributes: ReadonlyMap<string, string>): readonly string[] {
  return (attributes.get('class') ?? '').split(/\s+/).filter(Boolean);
}
