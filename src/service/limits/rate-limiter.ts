/** So many requests in so many seconds. */
export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** Where a caller stands after, or without, one more request. */
export interface Quota {
  readonly limit: Limit;
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Counts requests by key. In memory here; asynchronous because copies of the service can only count together elsewhere. */
export interface RateLimiter {
  consume(key: string): Quota | Promise<Quota>;
  /** Reads without counting. */
  peek(key: string): Quota | Promise<Quota>;
}

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export function quotaHeaders(policy: string, { limit, remaining, resetSeconds }: Quota): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${limit.requests};w=${limit.seconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  };
}
