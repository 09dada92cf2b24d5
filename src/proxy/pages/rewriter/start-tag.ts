import type { RewriterElement } from '../page-rewriter.ts';
import type { PageSource } from './page-source.ts';

/** Where an attribute stands in the page. */
interface AttributeSpan {
  readonly nameStart: number;
  readonly nameEnd: number;
  valueStart: number;
  valueEnd: number;
  /** After the closing quote, where there is one. */
  end: number;
}

const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  mathml: 'http://www.w3.org/1998/Math/MathML',
} as const;

export type Namespace = keyof typeof namespaces;

type EndHandler = Parameters<RewriterElement['onEndTag']>[0];

/** A start tag as it stands in the page, and what handlers want to be different. It may be used only while they run. */
export class StartTag implements RewriterElement {
  readonly #source: PageSource;
  readonly start: number;
  readonly #nameEnd: number;
  /** In lower case. */
  readonly tagName: string;
  readonly #attributes: AttributeSpan[] = [];
  #names: string[] | undefined;
  #values: readonly (readonly [name: string, value: string])[] = [];
  /** By name: text to write, or undefined to leave the attribute out. */
  #changes: Map<string, string | undefined> | undefined;
  end = -1;
  isSelfClosing = false;
  namespace: Namespace = 'html';
  /** Whether it may have children and an end tag. */
  hasContent = true;
  isRemoved = false;
  /** Markup that comes first in the element. */
  prepended = '';
  readonly endHandlers: EndHandler[] = [];

  constructor(source: PageSource, nameStart: number, nameEnd: number) {
    this.#source = source;
    this.start = nameStart - 1;
    this.#nameEnd = nameEnd;
    this.tagName = source.ascii(nameStart, nameEnd).toLowerCase();
  }

  get namespaceURI(): string {
    return namespaces[this.namespace];
  }

  addAttribute(nameStart: number, nameEnd: number): void {
    this.#attributes.push({ nameStart, nameEnd, valueStart: nameEnd, valueEnd: nameEnd, end: nameEnd });
  }

  /** A long value comes in pieces. */
  addValue(start: number, end: number): void {
    const attribute = this.#attributes.at(-1);
    if (!attribute) return;
    if (attribute.valueStart === attribute.nameEnd) attribute.valueStart = start;
    attribute.valueEnd = end;
  }

  endAttribute(end: number): void {
    const attribute = this.#attributes.at(-1);
    if (attribute) attribute.end = end;
  }

  /** In lower case, in the order of the page, doubles too. */
  get attributeNames(): readonly string[] {
    this.#names ??= this.#attributes.map(({ nameStart, nameEnd }) =>
      this.#source.ascii(nameStart, nameEnd).toLowerCase(),
    );
    return this.#names;
  }

  /** As it stands in the page, with one character for each byte. */
  sourceOfValue(index: number): string {
    const { valueStart = 0, valueEnd = 0 } = this.#attributes[index] ?? {};
    return this.#source.ascii(valueStart, valueEnd);
  }

  /** An attribute's value in lower case; undefined where there is none. For values that are ASCII. */
  asciiValue(name: string): string | undefined {
    const index = this.attributeNames.indexOf(name);
    return index < 0 ? undefined : this.sourceOfValue(index).toLowerCase();
  }

  get attributes(): readonly (readonly [name: string, value: string])[] {
    return this.#values;
  }

  /**
   * Reads the values, for handlers. Throws AmbiguousMarkup where they are not UTF-8. Of attributes with the same name only
   * the first counts. https://html.spec.whatwg.org/#attribute-name-state
   */
  readAttributes(): void {
    this.#values = this.#attributes
      .map(({ valueStart, valueEnd }, index): readonly [string, string] => [
        this.attributeNames[index] ?? '',
        this.#source.utf8(valueStart, valueEnd),
      ])
      .filter(([name], index) => this.attributeNames.indexOf(name) === index);
  }

  setAttribute(name: string, value: string): void {
    this.#changes = (this.#changes ?? new Map<string, string | undefined>()).set(name, value);
  }

  removeAttribute(name: string): void {
    this.#changes = (this.#changes ?? new Map<string, string | undefined>()).set(name, undefined);
  }

  prepend(content: string): void {
    this.prepended = content + this.prepended;
  }

  remove(): void {
    this.isRemoved = true;
  }

  onEndTag(handler: EndHandler): void {
    if (!this.hasContent) throw new TypeError(`<${this.tagName}> has no end tag.`);
    this.endHandlers.push(handler);
  }

  /** @returns the tag as it is wanted; undefined where that is as written. */
  changed(): string | undefined {
    const changes = this.#changes;
    if (!changes) return undefined;
    const kept = this.#attributes.flatMap(({ nameStart, end }, index) => {
      const name = this.attributeNames[index] ?? '';
      if (this.attributeNames.indexOf(name) !== index || (changes.has(name) && changes.get(name) === undefined))
        return [];
      return [changes.has(name) ? write(name, changes.get(name)) : this.#source.utf8(nameStart, end)];
    });
    const added = [...changes]
      .filter(([name, value]) => value !== undefined && !this.attributeNames.includes(name))
      .map(([name, value]) => write(name, value));
    const tag = this.#source.ascii(this.start, this.#nameEnd);
    return `${[tag, ...kept.map(standAlone), ...added].join(' ')}${this.isSelfClosing ? ' />' : '>'}`;
  }
}

function write(name: string, value = ''): string {
  return `${name}="${value.replaceAll('"', '&quot;')}"`;
}

/** A name without a value would take `=b`, a name that begins so, for its value. */
function standAlone(attribute: string, index: number, all: readonly string[]): string {
  return all[index + 1]?.startsWith('=') === true && !attribute.includes('=', 1) ? `${attribute}=""` : attribute;
}
