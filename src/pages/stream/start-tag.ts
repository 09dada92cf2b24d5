import type { RewriterElement } from './html-rewriter.ts';
import type { PageSource } from './page-bytes.ts';

/** Positions of one attribute, kept in a row: most tags have a few, and nobody asks for most of them. */
const span = { nameStart: 0, nameEnd: 1, valueStart: 2, valueEnd: 3, end: 4, length: 5 } as const;

const none: readonly never[] = [];

const noNames: ReadonlyMap<string, number> = new Map();

const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  mathml: 'http://www.w3.org/1998/Math/MathML',
} as const;

export type Namespace = keyof typeof namespaces;

type EndHandler = Parameters<RewriterElement['onEndTag']>[0];

/** What is known of the place that is read now. */
export interface PlaceInPage {
  /** How many bytes may be added to the page. */
  roomLeft(): number;
  /** Whether an element of this name is open. */
  isOpen(tagName: string): boolean;
  /** How many elements are open. */
  depth(): number;
}

/** A start tag as it stands in the page, and what handlers want to be different. It may be used only while they run. */
export class StartTag implements RewriterElement {
  readonly #source: PageSource;
  readonly #place: PlaceInPage;
  readonly start: number;
  readonly #nameEnd: number;
  /** In lower case. */
  readonly tagName: string;
  #spans: number[] | undefined;
  /** The first attribute of each name, in lower case and in the order of the page. */
  #indexes: Map<string, number> | undefined;
  #values: readonly (readonly [name: string, value: string])[] = none;
  #endHandlers: EndHandler[] | undefined;
  /** By name: text to write, or undefined to leave the attribute out. */
  #changes: Map<string, string | undefined> | undefined;
  end = -1;
  isSelfClosing = false;
  namespace: Namespace = 'html';
  /** Whether it may have children and an end tag. */
  hasContent = true;
  isRemoved = false;
  /** Longer than what may be held: a part of it has left, and nobody can read it. */
  isTooLong = false;
  #kept: (() => void) | undefined;

  constructor(source: PageSource, place: PlaceInPage, nameStart: number, nameEnd: number) {
    this.#source = source;
    this.#place = place;
    this.start = nameStart - 1;
    this.#nameEnd = nameEnd;
    this.tagName = source.ascii(nameStart, nameEnd).toLowerCase();
  }

  get namespaceURI(): string {
    return namespaces[this.namespace];
  }

  addAttribute(nameStart: number, nameEnd: number): void {
    this.#spans ??= [];
    this.#spans.push(nameStart, nameEnd, nameEnd, nameEnd, nameEnd);
  }

  /** A long value comes in pieces. */
  addValue(start: number, end: number): void {
    const spans = this.#spans;
    if (!spans) return;
    const last = spans.length - span.length;
    if (spans[last + span.valueStart] === spans[last + span.nameEnd]) spans[last + span.valueStart] = start;
    spans[last + span.valueEnd] = end;
  }

  endAttribute(end: number): void {
    if (this.#spans) this.#spans[this.#spans.length - 1] = end;
  }

  get attributeCount(): number {
    return (this.#spans?.length ?? 0) / span.length;
  }

  /** In lower case, as a character's code. */
  firstLetterOf(index: number): number {
    return this.#source.codeAt(this.#position(index, 'nameStart')) | 0x20;
  }

  /** In lower case, with one character for each byte. */
  nameOf(index: number): string {
    return this.#slice(index, 'nameStart', 'nameEnd').toLowerCase();
  }

  /**
   * Of attributes with the same name only the first counts.
   * https://html.spec.whatwg.org/#attribute-name-state
   */
  get attributeNames(): ReadonlyMap<string, number> {
    if (this.#indexes) return this.#indexes;
    // Most tags have none, and a map for each is the most that they cost.
    if (this.attributeCount === 0) return noNames;
    const indexes = new Map<string, number>();
    for (let index = 0; index < this.attributeCount; index++) {
      const written = this.#utf8(index, 'nameStart', 'nameEnd');
      const name = written.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      if (!indexes.has(name)) indexes.set(name, index);
    }
    this.#indexes = indexes;
    return indexes;
  }

  /** As it stands in the page, with one character for each byte. */
  sourceOfValue(index: number): string {
    return this.#slice(index, 'valueStart', 'valueEnd');
  }

  /** An attribute's value in lower case; undefined where there is none. For values that are ASCII. */
  asciiValue(name: string): string | undefined {
    const index = this.attributeNames.get(name);
    return index === undefined ? undefined : this.sourceOfValue(index).toLowerCase();
  }

  get attributes(): readonly (readonly [name: string, value: string])[] {
    return this.#values;
  }

  /** Reads the values, for handlers. Throws UnwritableMarkup where they are not UTF-8. */
  readAttributes(): void {
    if (this.attributeCount === 0) return;
    this.#values = [...this.attributeNames].map(([name, index]) => [name, this.#utf8(index, 'valueStart', 'valueEnd')]);
  }

  setAttribute(name: string, value: string): void {
    this.#changes = (this.#changes ?? new Map<string, string | undefined>()).set(name, value);
  }

  removeAttribute(name: string): void {
    this.#changes = (this.#changes ?? new Map<string, string | undefined>()).set(name, undefined);
  }

  remove(kept: () => void): void {
    this.isRemoved = true;
    this.#kept = kept;
  }

  keep(): void {
    if (!this.isRemoved) return;
    this.isRemoved = false;
    this.#kept?.();
  }

  get room(): number {
    return this.#place.roomLeft();
  }

  isIn(tagName: string): boolean {
    return this.#place.isOpen(tagName);
  }

  get depth(): number {
    return this.#place.depth();
  }

  onEndTag(handler: EndHandler): void {
    if (!this.hasContent) throw new TypeError(`<${this.tagName}> has no end tag.`);
    this.#endHandlers ??= [];
    this.#endHandlers.push(handler);
  }

  get endHandlers(): readonly EndHandler[] {
    return this.#endHandlers ?? none;
  }

  /** @returns the tag as it is wanted; undefined where that is as written. */
  changed(): string | undefined {
    const changes = this.#changes;
    if (!changes) return undefined;
    const names = this.attributeNames;
    const kept = [...names]
      .filter(([name]) => !changes.has(name) || changes.get(name) !== undefined)
      .map(([name, index]) =>
        changes.has(name) ? write(name, changes.get(name)) : this.#utf8(index, 'nameStart', 'end'),
      );
    const added = [...changes]
      .filter(([name, value]) => value !== undefined && !names.has(name))
      .map(([name, value]) => write(name, value));
    const tag = this.#source.ascii(this.start, this.#nameEnd);
    return `${[tag, ...kept.map(standAlone), ...added].join(' ')}${this.isSelfClosing ? ' />' : '>'}`;
  }

  #slice(index: number, from: keyof typeof span, to: keyof typeof span): string {
    return this.#source.ascii(this.#position(index, from), this.#position(index, to));
  }

  #utf8(index: number, from: keyof typeof span, to: keyof typeof span): string {
    return this.#source.utf8(this.#position(index, from), this.#position(index, to));
  }

  #position(index: number, part: keyof typeof span): number {
    return this.#spans?.[index * span.length + span[part]] ?? 0;
  }
}

function write(name: string, value = ''): string {
  return `${name}="${value.replaceAll('"', '&quot;')}"`;
}

/** A name without a value would take `=b`, a name that begins so, for its value. */
function standAlone(attribute: string, index: number, all: readonly string[]): string {
  return all[index + 1]?.startsWith('=') === true && !attribute.includes('=', 1) ? `${attribute}=""` : attribute;
}
