// @guard limits
import { networkKey, parseAddress } from '../../record/address.ts';
import type { Quota, RateLimiter } from './rate-limiter.ts';

/**
 * Counts callers by address, and by the network of many such addresses. What the first refuses does not count for the
 * second, so that one caller cannot lock out its neighbours.
 */
export class NetworkRateLimiter implements RateLimiter {
  readonly #perAddress: RateLimiter;
  readonly #perNetwork: RateLimiter;

  constructor(perAddress: RateLimiter, perNetwork: RateLimiter) {
    this.#perAddress = perAddress;
    this.#perNetwork = perNetwork;
  }

  async consume(key: string): Promise<Quota> {
    const network = networkOf(key);
    const own = await this.#perAddress.consume(key);
    return network === undefined || own.isExceeded ? own : narrower(own, await this.#perNetwork.consume(network));
  }

  async peek(key: string): Promise<Quota> {
    const network = networkOf(key);
    if (network === undefined) return this.#perAddress.peek(key);
    return narrower(...(await Promise.all([this.#perAddress.peek(key), this.#perNetwork.peek(network)])));
  }
}

/** @param key of a peer, such as `2001:db8:1:2::/64`. */
function networkOf(key: string): string | undefined {
  const address = parseAddress(key.replace(/\/\d+$/, ''));
  return address && networkKey(address);
}

function narrower(own: Quota, network: Quota): Quota {
  return network.isExceeded || network.remaining < own.remaining ? network : own;
}
