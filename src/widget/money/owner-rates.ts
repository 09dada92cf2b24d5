import { areCurrent, parseRates, type Rates } from '../../rules/money/conversion.ts';
import { readRecord, writeRecord } from '../visitor/idb-store.ts';

const freshMs = 86_400_000;
const patienceMs = 10_000;

/** Rates as the database has them, with the time when they were fetched. */
interface CachedRates {
  readonly version: 1;
  readonly time: number;
  readonly rates: unknown;
}

/**
 * The owner's rates: inline, from an address, or from a function.
 *
 * @param mayStore checked before each use of the database.
 * @throws an error with the reason where there are no rates.
 */
export async function ownerRates(source: unknown, maxAgeDays: number, mayStore: () => unknown): Promise<Rates> {
  const given =
    typeof source === 'string'
      ? await fetchRates(new URL(source, location.href).href, maxAgeDays, mayStore)
      : await (typeof source === 'function' ? (source as () => unknown)() : source);
  const rates = parseRates(given);
  if (!rates) throw new Error('what was given is not {base, date, rates}');
  return rates;
}

/** Sends one request a day. If it fails, the cached rates are used until they are too old. */
async function fetchRates(url: string, maxAgeDays: number, mayStore: () => unknown): Promise<unknown> {
  const key = `rates ${url}`;
  const cached = mayStore() ? ((await readRecord(key)) as Partial<CachedRates> | undefined) : undefined;
  const rates = cached?.version === 1 ? parseRates(cached.rates) : undefined;
  const usable = rates && areCurrent(rates, Date.now(), maxAgeDays);
  const age = Date.now() - Number(cached?.time);
  if (usable && age >= 0 && age < freshMs) return cached?.rates;
  try {
    const fetched = await fetchJson(url);
    if (mayStore()) writeRecord(key, { version: 1, time: Date.now(), rates: fetched } satisfies CachedRates);
    return fetched;
  } catch (error) {
    if (usable) return cached?.rates;
    throw error;
  }
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}
