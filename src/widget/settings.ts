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
}

const defaults = { timeoutMs: 2000, freshHours: 24, staleDays: 30, storage: 'on', consent: 'granted', bindings: 'now' };

/**
 * Later wins: defaults, the tag's `data-*`, `window.geoletConfig` (which tag managers keep, while they drop `data-*`).
 * A number that is none, or below zero, is as if not given.
 */
export function readSettings(script: HTMLScriptElement | undefined): Settings {
  const given: Record<string, unknown> = { endpoint: '/geo', ...defaults };
  for (const source of [script?.dataset, globalThis.geoletConfig]) {
    // An element with the id `geoletConfig` is a property of window too, and says nothing here.
    if (!source || source instanceof Element) continue;
    for (const name of Object.keys(given)) {
      const value: unknown = Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
      const number = typeof given[name] === 'number';
      if (number ? value !== '' && Number(value) >= 0 : value && typeof value === 'string') given[name] = number ? Number(value) : value;
    }
  }
  return { ...(given as unknown as Settings), endpoint: checkEndpoint(String(given.endpoint)) };
}

/** Resolved against the page's own address, not its `<base>`, which may point anywhere. */
function checkEndpoint(given: string): string | undefined {
  try {
    const { protocol, username, password, href } = new URL(given, location.href);
    return /^https?:$/.test(protocol) && !username && !password ? href : undefined;
  } catch {
    return undefined;
  }
}

declare global {
  var geoletConfig: unknown;
}
