import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../api/core.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * The entry of a lazy file, fetched with the setting `analytics`. Sends one event for each page view, once there is
 * consent and no guess. It holds the country and what follows from it, never a finer place. Its source says whether the
 * country was looked up: a `choice` or a `preview` is not where the visitor is.
 */
export default async function startAnalytics({ geolet, settings, visitor, watch }: Core): Promise<void> {
  await geolet.ready;
  let isSent = false;
  const send = () => {
    if (isSent || !visitor.consented() || !visitor.facts || visitor.status === 'provisional') return;
    isSent = true;
    attempt(() => push(settings.analytics, fieldsOf(visitor.visitor)));
  };
  send();
  watch(send);
}

function fieldsOf(visitor: Core['visitor']['visitor']): Fields {
  const isEU = visitor?.isEU;
  const fields = {
    geo_country: visitor?.countryCode,
    geo_continent: visitor?.continentCode,
    geo_currency: visitor?.currencyCode,
    geo_eu: isEU === undefined ? undefined : ['no', 'yes'][Number(isEU)],
    geo_source: visitor?.source,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}

/**
 * Both queues can exist before their own script has come:
 * https://developers.google.com/tag-platform/devguides/datalayer
 */
function push(target: string, fields: Fields): void {
  if (target === 'datalayer') queue().push({ event: 'geo_ready', ...fields });
  else if (typeof globalThis.gtag === 'function') globalThis.gtag('event', 'geo_ready', fields);
  else queueForGtag('event', 'geo_ready', fields);
}

/** gtag.js reads only calls, in the form of their `arguments`. */
function queueForGtag(..._call: unknown[]): void {
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
