import { areCurrent, parseRates, type Rates } from '../../rules/conversion.ts';
import { readRecord, writeRecord } from '../visitor/idb-store.ts';

const keptMs = 86_400_000;
const patienceMs = 10_000;

/** Rates as the database has them, with the moment they were fetched. */
interface Kept {
  readonly version: 1;
  readonly time: number;
  readonly rates: unknown;
}

/**
 * The rates from where the owner has them: inline, behind an address, or from a function.
 *
 * @param mayStore asked before each use of the database.
 * @throws a reason in words where there are none.
 */
export async function ownerRates(source: unknown, maxAgeDays: number, mayStore: () => boolean): Promise<Rates> {
  const given =
    typeof source === 'string'
      ? await ratesBehind(new URL(source, location.href).href, maxAgeDays, mayStore)
      : await (typeof source === 'function' ? (source as () => unknown)() : source);
  const rates = parseRates(given);
  if (!rates) throw new Error('what was given is not {base, date, rates}');
  return rates;
}

/** Asks once a day. Rates that cannot be had anew are used as long as they are not too old. */
async function ratesBehind(url: string, maxAgeDays: number, mayStore: () => boolean): Promise<unknown> {
  const key = `rates ${url}`;
  const kept = mayStore() ? ((await readRecord(key)) as Partial<Kept> | undefined) : undefined;
  const rates = kept?.version === 1 ? parseRates(kept.rates) : undefined;
  const usable = rates && areCurrent(rates, Date.now(), maxAgeDays);
  const age = Date.now() - Number(kept?.time);
  if (usable && age >= 0 && age < keptMs) return kept?.rates;
  try {
    const fetched = await fetchJson(url);
    if (mayStore()) void writeRecord(key, { version: 1, time: Date.now(), rates: fetched } satisfies Kept);
    return fetched;
  } catch (error) {
    if (usable) return kept?.rates;
    throw error;
  }
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}
