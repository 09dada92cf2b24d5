import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../../log.ts';
import { fetchRates, reasonOf } from './fetch-rates.ts';
import { lastPublicationDay, nextPublication } from './publication-days.ts';
import { readRatesFile, storeRates } from './rates-file.ts';

export interface RatesSettings {
  /** The address that rates are fetched from. */
  readonly from: string;
  /** Where the last good ones are kept. */
  readonly file: string;
}

/** Not at once: a program that is started again and again must not ask each time. */
const firstMs = 60_000;
const retryMs = 3_600_000;
/** So that not all programs ask in the same second. */
const chanceMs = 30 * 60_000;

/** Fetches new rates on each working day, until the process ends. After a failure the last good ones stay. */
export function renewRatesDaily(settings: RatesSettings, log: Log): void {
  const look = async (): Promise<void> => {
    const newest = await renewIfDue(settings, log, Date.now());
    lookIn(pauseMs(newest, Date.now(), Math.random()));
  };
  const lookIn = (milliseconds: number): void => {
    setTimeout(() => void look(), milliseconds).unref();
  };
  lookIn(firstMs);
}

/**
 * @param newest the day of the newest rates there are.
 * @param chance from 0 to 1.
 * @returns how long to wait for the next look.
 */
export function pauseMs(newest: string | undefined, now: number, chance: number): number {
  return (isDue(newest, now) ? retryMs : nextPublication(now) - now) + chance * chanceMs;
}

/** @returns the day of the newest rates, also of those that are kept back. */
export async function renewIfDue({ from, file }: RatesSettings, log: Log, now: number): Promise<string | undefined> {
  let newest: string | undefined;
  try {
    const last = await readRatesFile(file);
    newest = last?.date;
    if (!isDue(newest, now)) return newest;
    const fresh = await fetchRates(from, now);
    await mkdir(dirname(file), { recursive: true });
    const renewal = await storeRates(file, fresh, last, false);
    if (renewal.kind === 'known') return newest;
    if (renewal.kind === 'kept-back')
      log(
        `Rates of ${fresh.date} are new, more than doubled or halved, or moved by more than 20 % a day: ${renewal.unexpected.join(', ')}. All are kept back until those of a later day confirm them, or until you run geolet update-rates with ${file} and --accept.`,
        'warn',
      );
    else if (renewal.dropped.length > 0)
      log(`The rates of ${fresh.date} no longer list ${renewal.dropped.join(', ')}.`, 'warn');
    return fresh.date;
  } catch (error) {
    log(`There are no new rates: ${reasonOf(error)}. The last ones stay, and the next attempt is in an hour.`, 'warn');
    return newest;
  }
}

function isDue(newest: string | undefined, now: number): boolean {
  return newest === undefined || newest < lastPublicationDay(now);
}
