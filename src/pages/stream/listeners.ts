import type { RewriterHandlers } from './html-rewriter.ts';
import type { Follower } from './open-elements.ts';
import type { StartTag } from './start-tag.ts';

/** Handlers for what a list of selectors matches. */
export interface Listener {
  readonly selectors: SelectorList;
  readonly handlers: RewriterHandlers;
}

/** One listener while a page goes by: its open elements, and the open elements all of whose content it follows. */
interface ActiveListener extends Listener {
  readonly matched: Follower;
  readonly ancestors: Follower;
}

/** The handlers of one page, and what they follow at the place that is read. */
export class PageListeners {
  readonly #listeners: readonly ActiveListener[];

  constructor(listeners: readonly Listener[]) {
    this.#listeners = listeners.map((listener) => ({ ...listener, matched: { open: 0 }, ancestors: { open: 0 } }));
  }

  /**
   * Calls the handlers that wait for a start tag.
   *
   * @returns whether there are any, and what is counted while the element is open.
   */
  callElementHandlers(tag: StartTag): { readonly isSeen: boolean; readonly followers: readonly Follower[] } {
    const followers: Follower[] = [];
    let isSeen = false;
    for (const { selectors, handlers, matched, ancestors } of this.#listeners) {
      const isInside = ancestors.open > 0 || handlers.wantsAll?.() === true;
      const mayMatch = selectors.any.matches(tag);
      if (!isInside && !mayMatch) continue;
      if (isInside || selectors.own.matches(tag)) {
        if (!isSeen) tag.readAttributes();
        isSeen = true;
        handlers.element?.(tag);
        if (handlers.text ?? handlers.comments) followers.push(matched);
      }
      if (mayMatch && selectors.ancestors.matches(tag)) followers.push(ancestors);
    }
    return { isSeen, followers };
  }

  callTextHandlers(read: () => string): void {
    for (const { handlers, matched } of this.#listeners)
      if (handlers.text && matched.open > 0) handlers.text({ text: read() });
  }

  callEmptyElementHandlers(tagName: 'p' | 'br'): void {
    for (const { handlers, matched } of this.#listeners) if (matched.open > 0) handlers.emptyElements?.(tagName);
  }

  callCommentHandlers(read: () => string): void {
    for (const { handlers, matched } of this.#listeners)
      if (handlers.comments && matched.open > 0) handlers.comments({ text: read() });
  }
}

/** One alternative of a selector list: `name`, `[attribute]`, `name[attribute]`, or `[attribute*="part"]`, also with ` i`. */
interface Selector {
  readonly tag: string | undefined;
  readonly attribute: string | undefined;
  /** What the attribute's value contains. */
  readonly part: string | undefined;
  /** Whether the part may stand there in capitals. */
  readonly inAnyCase: boolean;
}

const pattern = /^([a-z][a-z0-9-]*)?(?:\[([a-z-]+)(?:\*="([^"\]]*)"( i)?)?\])?( \*)?$/;

/** A list of selectors, in the small part of CSS that this project's pages need. `X *` is everything inside of X. */
export class SelectorList {
  readonly own: SelectorIndex;
  /** The X of each `X *`. */
  readonly ancestors: SelectorIndex;
  /** Both of them, to pass over most tags at once. */
  readonly any: SelectorIndex;

  /** Throws a TypeError for other selectors. */
  constructor(text: string) {
    const alternatives = text.split(',').map((alternative) => parseSelector(alternative.trim()));
    this.any = new SelectorIndex(alternatives);
    this.own = new SelectorIndex(alternatives.filter(({ isAncestor }) => !isAncestor));
    this.ancestors = new SelectorIndex(alternatives.filter(({ isAncestor }) => isAncestor));
  }
}

function parseSelector(text: string): Selector & { readonly isAncestor: boolean } {
  const [match, tag, attribute, part, inAnyCase, descendant] = pattern.exec(text) ?? [];
  if (!match || (tag === undefined && attribute === undefined))
    throw new TypeError(`The streaming rewriter doesn't know the selector ${JSON.stringify(text)}.`);
  return { tag, attribute, part, inAnyCase: inAnyCase !== undefined, isAncestor: descendant !== undefined };
}

/**
 * Selectors by what they ask for. Most tags of a page match none, so names are read only where their first letter
 * fits.
 */
class SelectorIndex {
  readonly #tags = new Set<string>();
  readonly #attributes = new Map<string, Selector[]>();
  readonly #firstLetters = new Set<number>();

  constructor(selectors: readonly Selector[]) {
    for (const selector of selectors) {
      const { tag, attribute } = selector;
      if (attribute !== undefined) {
        this.#attributes.set(attribute, [...(this.#attributes.get(attribute) ?? []), selector]);
        this.#firstLetters.add(attribute.charCodeAt(0));
      } else if (tag !== undefined) this.#tags.add(tag);
    }
  }

  matches(element: StartTag): boolean {
    if (this.#tags.has(element.tagName)) return true;
    for (let index = 0; index < element.attributeCount; index++)
      if (this.#firstLetters.has(element.firstLetterOf(index)) && this.#matchesAttribute(element, index)) return true;
    return false;
  }

  #matchesAttribute(element: StartTag, index: number): boolean {
    const selectors = this.#attributes.get(element.nameOf(index));
    return (
      selectors?.some(
        ({ tag, part, inAnyCase }) =>
          (tag === undefined || tag === element.tagName) &&
          (part === undefined || valueOf(element, index, inAnyCase).includes(part)),
      ) === true
    );
  }
}

function valueOf(element: StartTag, index: number, inLowerCase: boolean): string {
  const value = element.sourceOfValue(index);
  return inLowerCase ? value.toLowerCase() : value;
}
