// @guard settings
import { attempt } from '../../rules/attempt.ts';
import { textOf } from '../../rules/text/normalize.ts';
import { parseUrl } from '../../rules/markup/url.ts';

/** The settings from the script tag's `data-*` attributes, or from `window.geoletConfig`. */
export interface Settings {
  /** The proxy's address, absolute. Undefined if the given one cannot be used: then no request is made. */
  readonly endpoint: string | undefined;
  /** Milliseconds until `geo-ready` comes, with whatever is known by then. */
  readonly timeoutMs: number;
  /** A record younger than this is used without a request. */
  readonly freshHours: number;
  /** A record younger than this is used at once and renewed in the background. An older one is ignored. */
  readonly staleDays: number;
  /** `off`: in memory only. */
  readonly storage: 'on' | 'off';
  /** `required`: no request, and nothing is stored, before `geolet.consent(true)`. */
  readonly consent: 'granted' | 'required';
  /** When bindings first act: `now`, `load` (after the page has loaded and hydrated), `manual` (on `geolet.scan()`). */
  readonly bindings: 'now' | 'load' | 'manual';
  /** Where `?geo-as=` works. */
  readonly preview: 'on' | 'localhost' | 'off';
  /** The parameter of the page's address that carries a choice. `off`: none does. */
  readonly choiceParameter: string;
  /** Which analytics of the page gets an event with the country. */
  readonly analytics: 'off' | 'datalayer' | 'gtag';
  /** `on`: until the record comes, the page goes by the country that time zone and language suggest. */
  readonly guess: 'off' | 'on';
  /**
   * `on`: one summary for the owner on the console, once the page has loaded. `auto`: on `localhost`, if something is
   * wrong.
   */
  readonly debug: 'auto' | 'on' | 'off';
  /** The values that are not understood, for the console. */
  readonly mistakes: readonly string[];
}

/**
 * Reads the settings. `window.geoletConfig` goes before the tag's `data-*`, which tag managers drop.
 *
 * @param script the script tag, or anything else with the settings in its `dataset`.
 */
export function readSettings(script: { readonly dataset: object } | undefined): Settings {
  const mistakes: string[] = [];
  // Such a page can fetch no file that would say more.
  const hint = location.protocol === 'file:' ? ' (npx geolet dev)' : '';

  function read<Value>(name: string, fallback: string, parse: (text: string) => Value | undefined): Value | undefined {
    const text = textIn(globalThis.geoletConfig, name) || textIn(script?.dataset, name) || fallback;
    if (!text) return undefined;
    const value = parse(text);
    if (value === undefined) mistakes.push(`${name}: ${text}${hint}`);
    return value;
  }

  const readNumber = (name: string, fallback: number) => read(name, String(fallback), parseNumber) ?? fallback;

  /** The first word is the default. @param safest stands in for a word that is not understood. */
  function readWord<Words extends string>(name: string, words: Words, safest?: WordsOf<Words>): WordsOf<Words> {
    const known = words.split(' ') as [WordsOf<Words>];
    return read(name, known[0], (text) => known.find((word) => word === text.toLowerCase())) ?? safest ?? known[0];
  }

  return {
    // A page that is to have the country from its response needs no proxy.
    endpoint: read('endpoint', globalThis.geoletHeader ? '' : '/geo', parseEndpoint),
    timeoutMs: readNumber('timeoutMs', 2000),
    freshHours: readNumber('freshHours', 24),
    staleDays: readNumber('staleDays', 30),
    storage: readWord('storage', 'on off', 'off'),
    consent: readWord('consent', 'granted required', 'required'),
    bindings: readWord('bindings', 'now load manual', 'manual'),
    preview: readWord('preview', 'on localhost off', 'off'),
    choiceParameter: read('choiceParameter', 'geo-choice', String) ?? 'off',
    analytics: readWord('analytics', 'off datalayer gtag'),
    guess: readWord('guess', 'off on'),
    debug: readWord('debug', 'auto on off'),
    mistakes,
  };
}

/** `on`, `off` of `on off`. */
type WordsOf<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | WordsOf<Rest> : Text;

/**
 * Objects count as nothing: an element with the id `geoletConfig` is a property of `window` too, and its fields are
 * elements.
 */
function textIn(source: unknown, name: string): string {
  return textOf(ownField(source, name)).trim();
}

/** A field of what the page has put into `window.geoletConfig`, whatever that is. */
export function ownField(source: unknown, name: string): unknown {
  const fields: object = Object(source);
  return attempt(() => (Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined));
}

/** Resolved against the page's own address. Its `<base>` may point anywhere. */
function parseEndpoint(written: string): string | undefined {
  // A frame with `srcdoc` has the address of the page that it is a part of.
  const url = parseUrl(written, location.href) ?? attempt(() => parseUrl(written, parent.location.href));
  return url && /^https?:/.test(url.protocol) && !url.username && !url.password ? url.href : undefined;
}

/** Timers take at most 2³¹ − 1 milliseconds. With more they end at once. */
function parseNumber(written: string): number | undefined {
  return Number(written) >= 0 ? Math.min(Number(written), 2 ** 31 - 1) : undefined;
}

declare global {
  var geoletConfig: unknown;
}
