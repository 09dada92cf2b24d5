// @guard limits
import { BoundedMap } from '../../http/bounded-map.ts';
import { type Address, networkKey, networkShare, visitorKey } from '../../record/address.ts';
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
 * above the limit with 429. What it lets through counts for the visitor's network, too.
 */
export function createRequestLimit({ limit, now, warn }: LimitSettings): (visitor: Address) => void {
  const advice =
    `An address asked more than ${limit} times within a minute, and is answered 429. If it is a server in ` +
    'front, through which all visitors come, set trust (GEOLET_TRUST); if many people share it, a higher ' +
    'limit (GEOLET_LIMIT).';

  const visitors = new Windows();
  // Apart, so that the many visitors of one network do not push its own window out.
  const networks = new Windows();

  const refuse = (who: string, most: number, leftMs: number): never => {
    warn(advice);
    const seconds = Math.max(1, Math.ceil(leftMs / 1000));
    throw new ProxyError(429, `${who} asked more than ${most} times within a minute. Try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  };

  return (visitor) => {
    if (limit === 0) return;
    const time = now();
    const own = visitors.count(visitorKey(visitor), time);
    if (own.count > limit) refuse('This address', limit, own.end - time);
    const network = networkKey(visitor);
    if (network === undefined) return;
    const shared = networks.count(network, time);
    if (shared.count > limit * networkShare) refuse('This network', limit * networkShare, shared.end - time);
  };
}

interface Window {
  readonly end: number;
  count: number;
}

/** Memory is bounded: above `maxVisitors` the oldest window is deleted. */
class Windows {
  /** All are equally long, so the oldest is the first to end. */
  readonly #windows = new BoundedMap<string, Window>(maxVisitors);

  count(key: string, time: number): Window {
    while ((this.#windows.oldest?.[1].end ?? Infinity) <= time) this.#windows.deleteOldest();
    const window = this.#windows.get(key) ?? { end: time + windowMs, count: 0 };
    if (window.count === 0) this.#windows.put(key, window);
    window.count++;
    return window;
  }
}
