import { Redis } from 'ioredis';
import { OperatorError } from '../operator-error.ts';
import { Outage, reasonOf } from '../outage.ts';

interface Counter {
  readonly count: number;
  /** Milliseconds. */
  readonly endsIn: number;
}

/**
 * Redis runs a script alone, so each concurrent request counts once. A counter without an expiry, restored by hand,
 * gets one.
 */
const increment = `
local count = redis.call('INCR', KEYS[1])
local endsIn = redis.call('PTTL', KEYS[1])
if endsIn < 0 then
  endsIn = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], endsIn)
end
return { count, endsIn }`;

const read = `return { tonumber(redis.call('GET', KEYS[1]) or 0), redis.call('PTTL', KEYS[1]) }`;

/** Counters in Redis that end by themselves. */
export class RedisCounters {
  readonly #redis: Redis;
  readonly #outage: Outage;

  constructor(redis: Redis, outage: Outage) {
    this.#redis = redis;
    this.#outage = outage;
  }

  /** Adds one. The first request of a window starts it; it ends after `milliseconds`. */
  async increment(key: string, milliseconds: number): Promise<Counter> {
    const counter = await this.#run(increment, `geolet:${key}`, milliseconds);
    // Only a write proves that Redis works: a replica, and a Redis with full memory, still allow reads.
    this.#outage.end('write');
    return counter;
  }

  read(key: string): Promise<Counter> {
    return this.#run(read, `geolet:${key}`);
  }

  /** Counts, as a request does. @throws Unavailable when Redis does not. */
  async check(): Promise<void> {
    await this.increment('check', 60_000);
  }

  close(): Promise<void> {
    this.#redis.disconnect();
    return Promise.resolve();
  }

  async #run(script: string, key: string, ...values: number[]): Promise<Counter> {
    try {
      const reply: unknown = await this.#redis.eval(script, 1, key, ...values);
      return counterOf(reply);
    } catch (error) {
      throw this.#outage.begin(error, remedyFor(error));
    }
  }
}

/**
 * Chooses by the first word of the error. https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors
 */
function remedyFor(error: unknown): string {
  const [word = ''] = reasonOf(error).split(/[ :]/);
  return remedies[word] ?? 'Check that Redis runs and can be reached. The service then continues by itself.';
}

const remedies: Readonly<Record<string, string>> = {
  READONLY: 'REDIS_URL names a replica, which can only be read. Name the primary.',
  OOM: 'The memory of Redis is full. Raise its maxmemory, or give Geolet a Redis of its own.',
  MISCONF:
    "Redis can't save to its disk and so accepts no writes. Make room, or turn its saving off: Geolet needs none.",
  NOAUTH: 'Redis wants a password. Check REDIS_URL.',
  WRONGPASS: 'Redis refuses the login. Check user and password in REDIS_URL.',
  NOPERM: 'The user in REDIS_URL lacks a right: +eval and the keys geolet:* are needed.',
};

function counterOf(reply: unknown): Counter {
  const [count, endsIn]: unknown[] = Array.isArray(reply) ? reply : [];
  if (typeof count !== 'number' || typeof endsIn !== 'number')
    throw new TypeError('Redis sent a reply that was not expected.');
  return { count, endsIn };
}

/**
 * Connects to Redis, and connects again after an outage. Commands are not queued meanwhile and not sent again: a
 * request would be counted twice, or answered long after its caller left.
 *
 * @throws OperatorError when Redis can't be reached. The URL, which may hold a password, is not repeated.
 */
export async function openRedisCounters(redisURL: string): Promise<RedisCounters> {
  const outage = new Outage('Redis');
  const redis = new Redis(redisURL, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: 1000,
    // Closes a connection whose other end is gone without notice. TCP alone takes a quarter of an hour.
    socketTimeout: 3000,
    retryStrategy: (attempt) => Math.min(attempt * 50, 500),
  });
  let failure: unknown;
  redis.on('error', (error) => {
    failure = error;
    outage.begin(error, remedyFor(error));
  });
  try {
    await redis.connect();
    return new RedisCounters(redis, outage);
  } catch (cause) {
    redis.disconnect();
    throw new OperatorError(`REDIS_URL: Redis can't be used: ${reasonOf(failure ?? cause)}`, { cause });
  }
}
