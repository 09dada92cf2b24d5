/** What one client, and all together, may take of a server. */
export interface Limits {
  /** Longest time for the head of a request. */
  readonly headersMs: number;
  /** Longest time for a whole request. */
  readonly requestMs: number;
  /** Longest time between two requests on one connection. */
  readonly keepAliveMs: number;
  /** How long a client may read nothing of a response. */
  readonly stalledMs: number;
  /** How long a client may keep its end of a connection open after the last response. */
  readonly lingerMs: number;
  /** The most open connections; more are refused. */
  readonly connections: number;
}

/**
 * For connections from servers that keep them open. Load balancers keep theirs for 60 s and should close first:
 * otherwise one may send a request just when the other side closes, and respond with 502.
 */
export const keepAliveBehindServersMs = 65_000;

export const defaultLimits: Limits = {
  headersMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: keepAliveBehindServersMs,
  stalledMs: 60_000,
  lingerMs: 2_000,
  connections: 10_000,
};
