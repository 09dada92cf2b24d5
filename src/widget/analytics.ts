import { attempt } from '../rules/attempt.ts';
import type { Core } from './core.ts';
import type { Geolet } from './api.ts';

/**
 * A file of its own: fetched with the setting `analytics`. One event for each page view, once there is consent; the
 * country and what follows from it, never a finer place, and who it was said by: `choice` and `preview` are nobody's place. A guess is waited for to end.
 */
export async function start(core: Core): Promise<void> {
  const { geolet } = core;
  await geolet.ready;
  let told = false;
  const tell = () => {
    if (told || !core.visitor.consented() || !core.visitor.facts || core.visitor.status === 'provisional') return;
    told = true;
    attempt(() => push(core.settings.analytics, eventOf(geolet)));
  };
  tell();
  core.watch(tell);
}

function eventOf({ visitor }: Geolet): Readonly<Record<string, string>> {
  const fields = {
    geo_country: visitor?.countryCode,
    geo_continent: visitor?.continentCode,
    geo_currency: visitor?.currencyCode,
    geo_eu: visitor?.isEU === undefined ? undefined : visitor.isEU ? 'yes' : 'no',
    geo_source: visitor?.source,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}

/** Both keep a queue that may stand before their own script has come: https://developers.google.com/tag-platform/devguides/datalayer */
function push(to: string, fields: Readonly<Record<string, string>>): void {
  if (to === 'datalayer') queue().push({ event: 'geo_ready', ...fields });
  else if (typeof globalThis.gtag === 'function') globalThis.gtag('event', 'geo_ready', fields);
  else gtagLater('event', 'geo_ready', fields);
}

/** gtag.js reads calls, as the `arguments` they were made with, and nothing else. */
function gtagLater(..._call: unknown[]): void {
  queue().push(arguments);
}

function queue(): { push(entry: unknown): unknown } {
  globalThis.dataLayer ??= [];
  return globalThis.dataLayer;
}

declare global {
  var dataLayer: { push(entry: unknown): unknown } | undefined;
  var gtag: ((...call: unknown[]) => void) | undefined;
}
