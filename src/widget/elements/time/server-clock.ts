import { attempt } from '../../../rules/attempt.ts';
import { dayMs, minuteMs } from '../../../rules/time/calendar.ts';
import type { Core } from '../../api/core.ts';

/** `docs/privacy.md` lists it. */
const key = 'geolet:clock';

/**
 * @returns how many milliseconds the time to go by is ahead of the browser's clock: in a preview of another time as far
 *   as that is, else as far as the server's clock is, by the `Date` of the last lookup, which may be of another page or
 *   tab; 0 where that is not known.
 */
export function createServerClock({ visitor }: Core): () => number {
  let measured: Response | undefined;
  let aheadMs: number | undefined;

  return () => {
    const { facts, response } = visitor;
    if (facts?.page.aheadMs !== undefined) return facts.page.aheadMs;
    if (response && response !== measured) {
      measured = response;
      const found = measure(response);
      if (found !== undefined) visitor.put(key, `${found} ${Date.now()}`);
      aheadMs = found ?? aheadMs;
    }
    aheadMs ??= (visitor.mayStore() && attempt(readKept)) || 0;
    return aheadMs;
  };
}

/** @returns undefined after a day: then the record is looked up anew, too. Other scripts may write there. */
function readKept(): number | undefined {
  const [aheadMs = 0, time = 0] = localStorage.getItem(key)?.split(' ').map(Number) ?? [];
  return isNear(aheadMs) && Math.abs(Date.now() - time) < dayMs ? aheadMs : undefined;
}

/** @returns undefined where the answer does not say when it was made, or not to this page: its origin is another. */
function measure({ url, headers }: Response): number | undefined {
  return attempt(() => {
    // With an age, a cache has kept it for a while.
    const dateMs = headers.has('age') ? Number.NaN : Date.parse(headers.get('date') ?? '');
    const request = performance.getEntriesByName(url, 'resource').at(-1) as PerformanceResourceTiming;
    const sinceMs = performance.now() - request.responseStart;
    // That clock may stand still while the device sleeps. Asked late, it may have slept before the answer or after it.
    // Elements in sight ask within a minute.
    const sleptMs = Date.now() - performance.now() - performance.timeOrigin;
    if (sinceMs > 2 * minuteMs && Math.abs(sleptMs) > minuteMs) return undefined;
    const aheadMs = Math.round(dateMs + sinceMs - Date.now());
    return isNear(aheadMs) ? aheadMs : undefined;
  });
}

/** More than a day is no clock that is set wrong: then the certificate of the page would be refused, too. */
function isNear(aheadMs: number): boolean {
  return Math.abs(aheadMs) < dayMs;
}
