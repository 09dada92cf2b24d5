import { attempt } from '../../../rules/attempt.ts';

/** The words of a preview, stored in the tab until the preview is left. */
export interface Mark {
  read(): string | undefined;
  /** @param words undefined removes the mark. */
  write(words: string | undefined): void;
}

/** `geolet.js` looks for this key, too. */
const key = 'geolet:preview';

/** Where the owner or the browser allows no storage, only the address can ask for a preview. */
export function createMark(isStored: boolean): Mark {
  const use = <Value>(operation: () => Value) => (isStored ? attempt(operation) : undefined);
  return {
    read: () => use(() => sessionStorage.getItem(key)) ?? undefined,
    write: (words) =>
      use(() => (words === undefined ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, words))),
  };
}
