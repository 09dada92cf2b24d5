import { attempt } from './attempt.ts';

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
  /** Where `?geo-as=` works: `on`, `localhost`, `off`. */
  readonly preview: string;
  /** `datalayer` or `gtag`: tells the page's analytics of the country. */
  readonly analytics: string;
  /** `on`: one summary for the owner on the console, once the page has loaded. */
  readonly debug: string;
  /** What was given and is not understood, for the console. */
  readonly mistakes: readonly string[];
}

const defaults = { endpoint: '/geo', timeoutMs: 2000, freshHours: 24, staleDays: 30, storage: 'on', consent: 'granted', bindings: 'now', preview: 'on', analytics: 'off', debug: 'off' };

/**
 * `window.geoletConfig` goes before the tag's `data-*`, which tag managers drop.
 *
 * @param script the script tag, or whatever else holds settings as its `dataset`.
 */
export function readSettings(script: { readonly dataset: object } | undefined): Settings {
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
  function readNumber(name: 'timeoutMs' | 'freshHours' | 'staleDays'): number {
    const text = read(name) || defaults[name];
    if (Number(text) >= 0) return Math.min(Number(text), 2 ** 31 - 1);
    mistakes.push(`${name}: ${text}`);
    return defaults[name];
  }

  /** @param careful stands for a word that is none of those understood. */
  function readWord(name: 'storage' | 'consent' | 'bindings' | 'preview' | 'analytics' | 'debug', careful: string, ...others: string[]): string {
    const word = read(name).toLowerCase() || defaults[name];
    if ([defaults[name], careful, ...others].includes(word)) return word;
    mistakes.push(`${name}: ${word}`);
    return careful;
  }

  /** Resolved against the page's own address, not its `<base>`, which may point anywhere. */
  function readEndpoint(): string | undefined {
    const given = read('endpoint') || defaults.endpoint;
    const url = attempt(() => new URL(given, location.href));
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
    mistakes.push(`endpoint: ${given}`);
    return undefined;
  }

  return {
    endpoint: readEndpoint(),
    timeoutMs: readNumber('timeoutMs'),
    freshHours: readNumber('freshHours'),
    staleDays: readNumber('staleDays'),
    storage: readWord('storage', 'off'),
    consent: readWord('consent', 'required'),
    bindings: readWord('bindings', 'manual', 'load'),
    preview: readWord('preview', 'off', 'localhost'),
    analytics: readWord('analytics', 'off', 'datalayer', 'gtag'),
    debug: readWord('debug', 'off', 'on'),
    mistakes,
  };
}

declare global {
  var geoletConfig: unknown;
}
