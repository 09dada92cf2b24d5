import type { Core } from '../../widget/api/core.ts';
import { lastFailure } from './take-snapshot.ts';
import { lastTiming, startTimes } from './timings.ts';

/** What delays the script, or stands between the page and its proxy. */
export function findInLoading(core: Core): string[] {
  return [...late(core), ...elsewhere(core), ...keptByWorker(core)];
}

const lateMs = 1000;

function late(core: Core): string[] {
  const { startedAfterLoadMs = 0 } = startTimes(core);
  if (startedAfterLoadMs < lateMs) return [];
  const seconds = (startedAfterLoadMs / 1000).toFixed(1);
  const cause = `the script started ${seconds} s after the page had loaded: an optimiser or a tag manager delays it`;
  const fix = `Exclude geolet.js there, write data-cfasync="false" before src on its tag, or put the tag into the page's own <head>`;
  return [`${cause}. ${fix}`];
}

/** The browser says only that the request failed. So say what a proxy on another origin may lack. */
function elsewhere(core: Core): string[] {
  const { origin } = new URL(core.settings.endpoint ?? location.href);
  if (origin === location.origin || lastFailure(core)?.code !== 'network') return [];
  return [
    `the endpoint is on another origin: start its proxy with GEOLET_ORIGINS=${location.origin}, and add ${origin} to connect-src if the page has a Content Security Policy`,
  ];
}

/** Not every browser has it: https://w3c.github.io/resource-timing/#dom-performanceresourcetiming-deliverytype */
function keptByWorker({ settings: { endpoint = '' } }: Core): string[] {
  const timing = lastTiming(endpoint);
  if (!timing || Reflect.get(timing, 'deliveryType') !== 'cache-storage') return [];
  return [
    `a service worker answered ${new URL(endpoint).pathname} from its cache, so visitors keep an old location: exclude this path from the service worker's cache`,
  ];
}
