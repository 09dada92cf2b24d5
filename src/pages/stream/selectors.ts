import type { StartTag } from './start-tag.ts';

/** One alternative of a selector list: `name`, `[attribute]`, `name[attribute]` or `[attribute*="part"]`. */
interface Selector {
  readonly tag: string | undefined;
  readonly attribute: string | undefined;
  /** What the attribute's value contains. */
  readonly part: string | undefined;
}

const pattern = /^([a-z][a-z0-9-]*)?(?:\[([a-z-]+)(?:\*="([^"\]]*)")?\])?( \*)?$/;

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
  const [match, tag, attribute, part, descendant] = pattern.exec(text) ?? [];
  if (!match || (tag === undefined && attribute === undefined))
    throw new TypeError(`The streaming rewriter doesn't know the selector ${JSON.stringify(text)}.`);
  return { tag, attribute, part, isAncestor: descendant !== undefined };
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
        ({ tag, part }) =>
          (tag === undefined || tag === element.tagName) &&
          (part === undefined || element.sourceOfValue(index).includes(part)),
      ) === true
    );
  }
}
