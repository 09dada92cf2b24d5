import { attempt } from '../rules/attempt.ts';
import { textOf } from '../rules/text-of.ts';
import { parseUrl } from '../rules/url.ts';

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
  /** `on`: until the record is there, the country that zone and language tell of. */
  readonly guess: string;
  /** `on`: one summary for the owner on the console, once the page has loaded. */
  readonly debug: string;
  /** What was given and is not understood, for the console. */
  readonly mistakes: readonly string[];
}

/** By their names: the default, or all the words that a setting takes, of which the first is the default. */
const table = {
  endpoint: '/geo',
  timeoutMs: 2000,
  freshHours: 24,
  staleDays: 30,
  storage: ['on', 'off'],
  consent: ['granted', 'required'],
  bindings: ['now', 'manual', 'load'],
  preview: ['on', 'off', 'localhost'],
  analytics: ['off', 'datalayer', 'gtag'],
  guess: ['off', 'on'],
  debug: ['off', 'on'],
};

/**
 * `window.geoletConfig` goes before the tag's `data-*`, which tag managers drop.
 *
 * @param script the script tag, or whatever else holds settings as its `dataset`.
 */
export function readSettings(script: { readonly dataset: object } | undefined): Settings {
  const mistakes: string[] = [];
  const settings: Record<string, unknown> = { mistakes };
  for (const [name, known] of Object.entries(table)) {
    const isWord = Array.isArray(known);
    const written = read(name, script) || (isWord ? known[0] : known);
    const value = isWord
      ? known.find((word) => word === String(written).toLowerCase())
      : typeof known === 'number'
        ? parseNumber(written)
        : parseEndpoint(String(written));
    if (value === undefined) mistakes.push(`${name}: ${written}`);
    // What does least stands for what is not understood.
    settings[name] =
      value ?? (isWord ? (known.includes('off') ? 'off' : known[1]) : typeof known === 'number' ? known : undefined);
  }
  return settings as unknown as Settings;
}

/** Objects say nothing: an element with the id `geoletConfig` is a property of window too, and its fields are elements. */
function read(name: string, script: { readonly dataset: object } | undefined): string | undefined {
  return [globalThis.geoletConfig, script?.dataset]
    .map((source) =>
      attempt(() => (source && Object.hasOwn(source, name) ? textOf(Reflect.get(source, name)).trim() : '')),
    )
    .find(Boolean);
}

/** Resolved against the page's own address, not its `<base>`, which may point anywhere. */
function parseEndpoint(written: string): string | undefined {
  const url = parseUrl(written, location.href);
  return url && /^https?:/.test(url.protocol) && !url.username && !url.password ? url.href : undefined;
}

/** Timers take no more than 2³¹ − 1 milliseconds and end at once beyond it. */
function parseNumber(written: unknown): number | undefined {
  return Number(written) >= 0 ? Math.min(Number(written), 2 ** 31 - 1) : undefined;
}

declare global {
  var geoletConfig: unknown;
}
