import { attempt } from '../../rules/attempt.ts';

/** Small values in `localStorage`, at hand without waiting. Other pages of the site may change them. */
export interface Mirror {
  /**
   * @returns the value if it differs from what this page last read or wrote; null if it has been removed since.
   *   Undefined if it is the same, cannot be parsed, or the browser refuses storage.
   */
  readIfChanged(name: string): unknown;
  /** @param value undefined removes the entry. */
  write(name: string, value: unknown): void;
  /** Removes every entry of ours, also from `sessionStorage`. */
  clear(): void;
}

const prefix = 'geolet:';

/** Where the visitor's consent is marked. */
export const consentKey = `${prefix}consent`;

/** Where the choice that a link has brought is stored, for the session of its tab. */
export const linkKey = 'geolet:link';

/** The words of the address that this tab has taken last. They stay after a reset, which ends the choice alone. */
export const wordsKey = 'geolet:link-words';

export const isOurs = (key: string) => key.startsWith(prefix);

/**
 * The browser may refuse storage (private mode, a sandboxed frame, a full disk). The page works without it.
 *
 * @param enabled whether to read; writing is up to the caller.
 */
export function createMirror(enabled: boolean): Mirror {
  const known = new Map<string, string | null>();
  const mirror: Mirror = {
    readIfChanged: (name) =>
      attempt(() => {
        const text = enabled ? localStorage.getItem(prefix + name) : null;
        if (text === (known.get(name) ?? null)) return undefined;
        known.set(name, text);
        return JSON.parse(text ?? 'null') as unknown;
      }),
    write(name, value) {
      attempt(() =>
        value === undefined
          ? localStorage.removeItem(prefix + name)
          : localStorage.setItem(prefix + name, JSON.stringify(value)),
      );
      mirror.readIfChanged(name);
    },
    clear() {
      known.clear();
      attempt(() => {
        for (const storage of [localStorage, sessionStorage]) {
          for (const key of Object.keys(storage)) if (isOurs(key)) storage.removeItem(key);
        }
      });
    },
  };
  return mirror;
}
