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
 * Counts requests per visitor in windows of a minute that begin with the visitor's first request, and refuses those above
 * the limit. Memory is bounded: beyond `maxVisitors` the oldest window is forgotten.
 */
export function createRequestLimit({ limit, now, warn }: LimitSettings): (visitor: Address) => void {
  const advice = `An address asked more than ${limit} times within a minute, and is answered 429. If it is a server in front, through which all visitors come, set trust (GEOLET_TRUST); if many people share it, a higher limit (GEOLET_LIMIT).`;

  // Every window lasts equally long and a Map keeps the order of insertion, so the first entry is the one that ends first.
  const windows = new Map<string, { readonly end: number; count: number }>();

  // One iterator for good: a new one would walk over every window that was deleted before the first.
  let rest = windows.entries();
  let oldest = rest.next();

  const forgetEnded = (time: number): void => {
    while (oldest.done !== true) {
      const [key, { end }] = oldest.value;
      if (end > time && windows.size < maxVisitors) return;
      windows.delete(key);
      oldest = rest.next();
    }
    rest = windows.entries();
    oldest = rest.next();
  };

  return (visitor) => {
    if (limit === 0) return;
    const time = now();
    forgetEnded(time);
    const key = visitorKey(visitor);
    const window = windows.get(key) ?? { end: time + windowMs, count: 0 };
    if (window.count === 0) windows.set(key, window);
    if (++window.count <= limit) return;
    warn(advice);
    const seconds = Math.max(1, Math.ceil((window.end - time) / 1000));
    throw new ProxyError(
      429,
      `This address asked more than ${limit} times within a minute. Try again in ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    );
  };
}
