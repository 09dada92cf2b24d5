import type { RewriterHandlers } from './page-rewriter.ts';
import type { Follower } from './open-elements.ts';
import type { SelectorList } from './selectors.ts';
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
  show(tag: StartTag): { readonly isSeen: boolean; readonly followers: readonly Follower[] } {
    const followers: Follower[] = [];
    let isSeen = false;
    for (const { selectors, handlers, matched, ancestors } of this.#listeners) {
      const isInside = ancestors.open > 0;
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

  text(read: () => string): void {
    for (const { handlers, matched } of this.#listeners)
      if (handlers.text && matched.open > 0) handlers.text({ text: read() });
  }

  emptyElement(tagName: 'p' | 'br'): void {
    for (const { handlers, matched } of this.#listeners) if (matched.open > 0) handlers.emptyElements?.(tagName);
  }

  comment(read: () => string): void {
    for (const { handlers, matched } of this.#listeners)
      if (handlers.comments && matched.open > 0) handlers.comments({ text: read() });
  }
}
