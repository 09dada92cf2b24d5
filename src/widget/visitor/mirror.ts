import { attempt } from '../../rules/attempt.ts';

/** Small values that are there synchronously, and that other pages of the site may change meanwhile. */
export interface Mirror {
  /**
   * @returns what is stored, when this page has not seen or written it yet; null for what has been removed since.
   *   Undefined when there is nothing new, or the browser refuses storage: then what is in memory holds.
   */
  news(name: string): unknown;
  /** @param value undefined removes the entry. */
  write(name: string, value: unknown): void;
  /** Removes everything of ours. */
  clear(): void;
}

const prefix = 'geolet:';

export const isOurs = (key: string) => key.startsWith(prefix);

/** Private mode, a sandboxed frame, a full disk: the page works without, and the next view asks again. */
export function createMirror(enabled: boolean): Mirror {
  const seen = new Map<string, string | null>();
  const mirror: Mirror = {
    news: (name) =>
      attempt(() => {
        const text = enabled ? localStorage.getItem(prefix + name) : null;
        if (text === (seen.get(name) ?? null)) return undefined;
        seen.set(name, text);
        return JSON.parse(text ?? 'null') as unknown;
      }),
    write(name, value) {
      if (!enabled) return;
      attempt(() =>
        value === undefined
          ? localStorage.removeItem(prefix + name)
          : localStorage.setItem(prefix + name, JSON.stringify(value)),
      );
      mirror.news(name);
    },
    clear: () =>
      attempt(() => {
        for (const storage of [localStorage, sessionStorage]) {
          for (const key of Object.keys(storage)) if (isOurs(key)) storage.removeItem(key);
        }
      }),
  };
  return mirror;
}
