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

const defaults = { endpoint: '/geo', timeoutMs: 2000, freshHours: 24, staleDays: 30, storage: 'on', consent: 'granted', bindings: 'now', preview: 'on', analytics: 'off', guess: 'off', debug: 'off' };

/** The words that a setting takes beside its default; the first stands for one that is none of them. */
const words = { storage: ['off'], consent: ['required'], bindings: ['manual', 'load'], preview: ['off', 'localhost'], analytics: ['off', 'datalayer', 'gtag'], guess: ['off', 'on'], debug: ['off', 'on'] };

/**
 * `window.geoletConfig` goes before the tag's `data-*`, which tag managers drop.
 *
 * @param script the script tag, or whatever else holds settings as its `dataset`.
 */
export function readSettings(script: { readonly dataset: object } | undefined): Settings {
  const settings: Record<string, unknown> = {};
  const mistakes: string[] = [];
  for (const [name, byDefault] of Object.entries(defaults)) {
    const written = read(name, script) || byDefault;
    const value = name === 'endpoint' ? parseEndpoint(String(written)) : typeof byDefault === 'number' ? parseNumber(written) : parseWord(name, written);
    if (value === undefined) mistakes.push(`${name}: ${written}`);
    settings[name] = value ?? (typeof byDefault === 'number' ? byDefault : words[name as keyof typeof words]?.[0]);
  }
  return { ...(settings as unknown as Settings), mistakes };
}

/** Objects say nothing: an element with the id `geoletConfig` is a property of window too, and its fields are elements. */
function read(name: string, script: { readonly dataset: object } | undefined): string | undefined {
  return [globalThis.geoletConfig, script?.dataset]
    .map((source) => (source && Object.hasOwn(source, name) ? textOf(Reflect.get(source, name)).trim() : ''))
    .find(Boolean);
}

/** Resolved against the page's own address, not its `<base>`, which may point anywhere. */
function parseEndpoint(written: string): string | undefined {
  const url = parseUrl(written, location.href);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined;
}

/** Timers take no more than 2³¹ − 1 milliseconds and end at once beyond it. */
function parseNumber(written: unknown): number | undefined {
  return Number(written) >= 0 ? Math.min(Number(written), 2 ** 31 - 1) : undefined;
}

function parseWord(name: string, written: unknown): string | undefined {
  const word = String(written).toLowerCase();
  return [defaults[name as keyof typeof defaults], ...words[name as keyof typeof words]].find((known) => known === word)?.toString();
}

declare global {
  var geoletConfig: unknown;
}
