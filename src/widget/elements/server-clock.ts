import { attempt } from '../../rules/attempt.ts';
import { dayMs, minuteMs } from '../../rules/time/calendar.ts';
import type { Core } from '../api/core.ts';

/** `docs/privacy.md` lists it. */
const key = 'geolet:clock';

/**
 * @returns how many milliseconds the server's clock is ahead of the browser's, by the `Date` of the last lookup on this
 *   visit; 0 where that is not known.
 */
export function createServerClock({ visitor }: Core): () => number {
  let measured: Response | undefined;
  let aheadMs: number | undefined;

  return () => {
    const { response } = visitor;
    if (response && response !== measured) {
      measured = response;
      const found = measure(response);
      if (found !== undefined && visitor.mayStore()) attempt(() => sessionStorage.setItem(key, String(found)));
      aheadMs = found ?? aheadMs;
    }
    aheadMs ??= visitor.mayStore() ? Number(attempt(() => sessionStorage.getItem(key))) : 0;
    return isNear(aheadMs) ? aheadMs : 0;
  };
}

/** @returns undefined where the answer does not say when it was made, or not to this page: its origin is another. */
function measure({ url, headers }: Response): number | undefined {
  return attempt(() => {
    // With an age, a cache has kept it for a while.
    const dateMs = headers.has('age') ? Number.NaN : Date.parse(headers.get('date') ?? '');
    const request = performance.getEntriesByName(url, 'resource').at(-1) as PerformanceResourceTiming;
    // This clock may stand still while the device sleeps, so `timeOrigin` does not say what it is beside the other now.
    const sinceMs = performance.now() - request.responseStart;
    const arrivedMs = Date.now() - sinceMs;
    const driftMs = arrivedMs - performance.timeOrigin - request.responseStart;
    // Asked late, it may have slept before the answer or after it. Elements in sight ask within a minute.
    if (sinceMs > 2 * minuteMs && Math.abs(driftMs) > minuteMs) return undefined;
    const aheadMs = Math.round(dateMs - arrivedMs);
    return isNear(aheadMs) ? aheadMs : undefined;
  });
}

/** More than a day is no clock that is set wrong: then the certificate of the page would be refused, too. */
function isNear(aheadMs: number): boolean {
  return Math.abs(aheadMs) < dayMs;
}
