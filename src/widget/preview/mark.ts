import { attempt } from '../../rules/attempt.ts';

/** Whom the pages of this tab are tried as, until that is left. */
export interface Mark {
  read(): string | undefined;
  /** @param words undefined forgets. */
  write(words: string | undefined): void;
}

/** `geolet.js` looks for it, too. */
const name = 'geolet:preview';

/** Where nothing may be kept, by the owner or the browser, the address alone holds. */
export function createMark(isKept: boolean): Mark {
  const use = <Value>(operation: () => Value) => (isKept ? attempt(operation) : undefined);
  return {
    read: () => use(() => sessionStorage.getItem(name)) ?? undefined,
    write: (words) =>
      use(() => (words === undefined ? sessionStorage.removeItem(name) : sessionStorage.setItem(name, words))),
  };
}
