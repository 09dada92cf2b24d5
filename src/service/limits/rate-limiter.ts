/** At most `requests` in a window of `seconds`. */
export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** The state of a caller's limit. */
export interface Quota {
  readonly limit: Limit;
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Counts requests by key. Asynchronous because several copies of the service count in Redis. */
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
