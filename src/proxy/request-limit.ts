import { BoundedMap } from '../http/bounded-map.ts';
import { type Address, visitorKey } from '../record/address.ts';
import { ProxyError } from './proxy-error.ts';

const windowMs = 60_000;
const maxVisitors = 50_000;

export interface LimitSettings {
  /** Requests per visitor and minute; 0 turns the limit off. */
  readonly limit: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/**
 * Counts requests per visitor in windows of a minute, which begin with the visitor's first request, and refuses those
 * above the limit with 429. Memory is bounded: above `maxVisitors` the oldest window is deleted.
 */
export function createRequestLimit({ limit, now, warn }: LimitSettings): (visitor: Address) => void {
  const advice =
    `An address asked more than ${limit} times within a minute, and is answered 429. If it is a server in ` +
    'front, through which all visitors come, set trust (GEOLET_TRUST); if many people share it, a higher ' +
    'limit (GEOLET_LIMIT).';

  // All windows are equally long, so the oldest is the first to end.
  const windows = new BoundedMap<string, { readonly end: number; count: number }>(maxVisitors);

  const deleteEnded = (time: number): void => {
    while ((windows.oldest?.[1].end ?? Infinity) <= time) windows.deleteOldest();
  };

  return (visitor) => {
    if (limit === 0) return;
    const time = now();
    deleteEnded(time);
    const key = visitorKey(visitor);
    const window = windows.get(key) ?? { end: time + windowMs, count: 0 };
    if (window.count === 0) windows.put(key, window);
    window.count++;
    if (window.count <= limit) return;
    warn(advice);
    const seconds = Math.max(1, Math.ceil((window.end - time) / 1000));
    throw new ProxyError(
      429,
      `This address asked more than ${limit} times within a minute. Try again in ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    );
  };
}
