import { attempt } from '../../rules/attempt.ts';

/** A text that is stored in the tab: the words of a preview until it is left, or what an owner tries on the page. */
export interface Mark {
  read(): string | undefined;
  /** @param words undefined removes the mark. */
  write(words: string | undefined): void;
}

/** `geolet.js` looks for the first of them, too. */
type MarkKey = 'geolet:preview' | 'geolet:drafts';

/** Where the owner or the browser allows no storage, only the address can ask for a preview. */
export function createMark(isStored: boolean, key: MarkKey = 'geolet:preview'): Mark {
  const use = <Value>(operation: () => Value) => (isStored ? attempt(operation) : undefined);
  return {
    read: () => use(() => sessionStorage.getItem(key)) ?? undefined,
    write: (words) =>
      use(() => (words === undefined ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, words))),
  };
}
