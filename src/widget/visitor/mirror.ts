import { attempt } from '../../rules/attempt.ts';

/** Small values in the browser's storage, at hand without waiting. Other pages of the site may change them. */
export interface Mirror {
  /**
   * The one door to `localStorage` and `sessionStorage` (`geo-optout.ts` has its own for the refusal). Stores nothing that
   * visitor and owner do not let it store at this moment.
   *
   * @param text undefined removes the entry, which is always allowed.
   * @param ofVisit whether it is for the session of the tab.
   * @param inPreview whether to store in a preview, too.
   */
  put(key: string, text: string | undefined, ofVisit?: boolean, inPreview?: boolean): void;
  /**
   * @returns the value if it differs from what this page last read or wrote; null if it has been removed since.
   *   Undefined if it is the same, cannot be parsed, or the browser refuses storage.
   */
  readIfChanged(key: string): unknown;
  /** Removes every entry of ours. @param ofVisit only from `sessionStorage`. */
  clear(ofVisit?: boolean): void;
}

export const prefix = 'geolet:';

/** Where the visitor's consent is marked. */
export const consentKey = 'geolet:consent';

/** Where the choice that a link has brought is stored, for the session of its tab. */
export const linkKey = 'geolet:link';

/** The words of the address that this tab has taken last. They stay after a reset, which ends the choice alone. */
export const wordsKey = 'geolet:link-words';

export const isOurs = (key: string) => key.startsWith(prefix);

/**
 * The browser may refuse storage (private mode, a sandboxed frame, a full disk). The page works without it.
 *
 * @param enabled whether to read.
 * @param mayStore asked before each write.
 */
export function createMirror(enabled: boolean, mayStore: (inPreview?: boolean) => boolean | undefined): Mirror {
  const known = new Map<string, string | null>();
  const mirror: Mirror = {
    put(key, text, ofVisit, inPreview) {
      attempt(() => {
        const storage = ofVisit ? sessionStorage : localStorage;
        if (text === undefined) storage.removeItem(key);
        else if (mayStore(inPreview)) storage.setItem(key, text);
      });
      mirror.readIfChanged(key);
    },
    readIfChanged: (key) =>
      attempt(() => {
        const text = enabled ? localStorage.getItem(key) : null;
        if (text === (known.get(key) ?? null)) return undefined;
        known.set(key, text);
        return JSON.parse(text ?? 'null') as unknown;
      }),
    clear(ofVisit) {
      known.clear();
      attempt(() => {
        for (const storage of ofVisit ? [sessionStorage] : [sessionStorage, localStorage]) {
          for (const key of Object.keys(storage)) if (isOurs(key)) storage.removeItem(key);
        }
      });
    },
  };
  return mirror;
}
