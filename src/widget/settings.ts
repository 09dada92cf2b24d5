/** What the script tag's `data-*`, or `window.geoletConfig`, may say. */
export interface Settings {
  /** The proxy's address, absolute. Undefined when what was given cannot be asked: then nothing is. */
  readonly endpoint: string | undefined;
  /** Milliseconds until `geo-ready` comes with what there is. */
  readonly timeoutMs: number;
  /** A record younger than this is used without asking. */
  readonly freshHours: number;
  /** A record younger than this is used at once and refreshed behind; an older one is as if absent. */
  readonly staleDays: number;
  /** `off`: memory only. */
  readonly storage: string;
  /** `required`: no request and nothing stored before `geolet.consent(true)`. */
  readonly consent: string;
  /** When bindings first act: `now`, `load` (after the page has loaded and hydrated), `manual` (on `geolet.scan()`). */
  readonly bindings: string;
  /** What was given and is not understood, for the console. */
  readonly mistakes: readonly string[];
}

/** `window.geoletConfig` goes before the tag's `data-*`, which tag managers drop. */
export function readSettings(script: HTMLScriptElement | undefined): Settings {
  const mistakes: string[] = [];

  /** Objects say nothing: an element with the id `geoletConfig` is a property of window too, and its fields are elements. */
  function read(name: string): string {
    for (const source of [globalThis.geoletConfig, script?.dataset]) {
      const value: unknown = source && Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
      const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
      if (text) return text;
    }
    return '';
  }

  /** Timers take no more than 2³¹ − 1 milliseconds and end at once beyond it. */
  function readNumber(name: string, usual: number): number {
    const text = read(name);
    if (text && Number(text) >= 0) return Math.min(Number(text), 2 ** 31 - 1);
    if (text) mistakes.push(`${name}: ${text}`);
    return usual;
  }

  /** @param words the first is the default; the last is the most careful, and stands for a word that is none of them. */
  function readWord(name: string, ...words: string[]): string {
    const word = read(name).toLowerCase() || String(words[0]);
    if (words.includes(word)) return word;
    mistakes.push(`${name}: ${word}`);
    return String(words.at(-1));
  }

  /** Resolved against the page's own address, not its `<base>`, which may point anywhere. */
  function readEndpoint(): string | undefined {
    const given = read('endpoint') || '/geo';
    try {
      const { protocol, username, password, href } = new URL(given, location.href);
      if (/^https?:$/.test(protocol) && !username && !password) return href;
    } catch {
      // No address at all.
    }
    mistakes.push(`endpoint: ${given}`);
    return undefined;
  }

  return {
    endpoint: readEndpoint(),
    timeoutMs: readNumber('timeoutMs', 2000),
    freshHours: readNumber('freshHours', 24),
    staleDays: readNumber('staleDays', 30),
    storage: readWord('storage', 'on', 'off'),
    consent: readWord('consent', 'granted', 'required'),
    bindings: readWord('bindings', 'now', 'load', 'manual'),
    mistakes,
  };
}

declare global {
  var geoletConfig: unknown;
}
