import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../../widget/api/core.ts';

/**
 * A text that is stored in the tab: the words of a preview until it is left, or what an owner tries on the page. Like
 * anything else, it is stored only where consent is given or not required: anybody may send a visitor a link.
 */
export interface Mark {
  read(): string | undefined;
  /** @param words undefined removes the mark. */
  write(words: string | undefined): void;
}

/** `geolet.js` looks for the first of them, too. */
type MarkKey = 'geolet:preview' | 'geolet:drafts';

/** Where nothing may be stored, only the address can ask for a preview. */
export function createMark({ mayStore, put }: Core['visitor'], key: MarkKey = 'geolet:preview'): Mark {
  return {
    read: () => (mayStore(true) && attempt(() => sessionStorage.getItem(key))) || undefined,
    write: (words) => put(key, words, true, true),
  };
}
