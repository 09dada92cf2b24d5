import { endsForeignContent, isPassedOver, isTablePart, openBefore, voidTags } from './html-elements.ts';
import type { Namespace, StartTag } from './start-tag.ts';

const htmlIntegrationPoints = {
  html: new Set<string>(),
  svg: new Set(['foreignobject', 'desc', 'title']),
  mathml: new Set(['mi', 'mo', 'mn', 'ms', 'mtext']),
} as const;

const none: readonly OpenElement[] = [];

export interface OpenElement {
  readonly tagName: string;
  readonly namespace: Namespace;
  /** Whether what stands inside is HTML. */
  readonly holdsHtml: boolean;
  /** Set for elements whose end a handler waits for. */
  readonly tag: StartTag | undefined;
  /** The handlers that follow what is inside. */
  readonly followers: readonly Follower[];
}

/** Counts the open elements that one list of selectors has matched. */
export interface Follower {
  open: number;
}

/**
 * The open elements, by their tags alone: an end tag ends the last open element of its name and all in it, and one
 * without such an element ends nothing. A start tag ends what may stand without an end tag before it.
 */
export class OpenElements {
  readonly #stack: OpenElement[] = [];
  readonly #counts = new Map<string, number>();

  readonly isOpen = (tagName: string): boolean => (this.#counts.get(tagName) ?? 0) > 0;

  get depth(): number {
    return this.#stack.length;
  }

  get isForeign(): boolean {
    return this.#stack.at(-1)?.holdsHtml === false;
  }

  /** Also in an element of SVG that holds HTML. https://html.spec.whatwg.org/#markup-declaration-open-state */
  get hasCdata(): boolean {
    return (this.#stack.at(-1)?.namespace ?? 'html') !== 'html';
  }

  /** Decides what a start tag begins, and ends the SVG or MathML that ends before it. */
  enter(tag: StartTag): readonly OpenElement[] {
    const ended = this.isForeign && leavesForeignContent(tag) ? this.leaveForeignContent() : none;
    const { tagName } = tag;
    const around = this.#stack.at(-1);
    if (around && !around.holdsHtml) tag.namespace = around.namespace;
    else if (tagName === 'svg') tag.namespace = 'svg';
    else if (tagName === 'math') tag.namespace = 'mathml';
    if (tag.namespace !== 'html') tag.hasContent = !tag.isSelfClosing;
    else {
      // A browser passes over a part of a table that stands in none.
      const isOutOfTable = isTablePart(tagName) && !this.isOpen('table') && !this.isOpen('template');
      tag.hasContent = !voidTags.has(tagName) && !isOutOfTable;
    }
    return ended;
  }

  /** @returns the elements that a start tag of HTML ends, which have no end tag, the innermost first. */
  endBefore({ tagName, namespace }: StartTag): readonly OpenElement[] {
    const stay = namespace === 'html' ? openBefore(this.#stack, tagName, this.isOpen) : this.#stack.length;
    return this.#popTo(stay);
  }

  /** @returns all that is still open at the end of the page, the innermost first. */
  endAll(): readonly OpenElement[] {
    return this.#popTo(0);
  }

  /** @param isSeen whether its end is waited for, also without a handler. */
  push(tag: StartTag, followers: readonly Follower[], isSeen: boolean): void {
    const { tagName, namespace } = tag;
    const seen = isSeen || tag.endHandlers.length > 0 || tag.isRemoved ? tag : undefined;
    this.#stack.push({ tagName, namespace, holdsHtml: holdsHtml(tag), tag: seen, followers });
    this.#counts.set(tagName, (this.#counts.get(tagName) ?? 0) + 1);
    for (const follower of followers) follower.open++;
  }

  /** @returns the elements that an end tag ends, the innermost first. */
  end(tagName: string): readonly OpenElement[] {
    const left = this.isForeign && (tagName === 'p' || tagName === 'br') ? this.leaveForeignContent() : none;
    if (!this.#counts.get(tagName) || isPassedOver(this.#stack, tagName)) return left;
    const ended = [...left];
    for (;;) {
      const element = this.#pop();
      if (!element) return ended;
      ended.push(element);
      if (element.tagName === tagName) return ended;
    }
  }

  leaveForeignContent(): readonly OpenElement[] {
    const ended: OpenElement[] = [];
    while (this.isForeign) {
      const element = this.#pop();
      if (element) ended.push(element);
    }
    return ended;
  }

  #popTo(depth: number): readonly OpenElement[] {
    if (this.#stack.length === depth) return none;
    const ended: OpenElement[] = [];
    while (this.#stack.length > depth) {
      const element = this.#pop();
      if (element) ended.push(element);
    }
    return ended;
  }

  #pop(): OpenElement | undefined {
    const element = this.#stack.pop();
    if (!element) return undefined;
    this.#counts.set(element.tagName, (this.#counts.get(element.tagName) ?? 1) - 1);
    for (const follower of element.followers) follower.open--;
    return element;
  }
}

function leavesForeignContent(tag: StartTag): boolean {
  if (tag.tagName === 'font') return ['color', 'face', 'size'].some((name) => tag.attributeNames.has(name));
  return endsForeignContent.has(tag.tagName);
}

function holdsHtml(tag: StartTag): boolean {
  const { tagName, namespace } = tag;
  if (namespace === 'html' || htmlIntegrationPoints[namespace].has(tagName)) return true;
  return (
    tagName === 'annotation-xml' && /^(text\/html|application\/xhtml\+xml)$/.test(tag.asciiValue('encoding') ?? '')
  );
}
