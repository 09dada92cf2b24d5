import { mkdir, rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isSystemError } from '../../../http/system-error.ts';
import { areCurrent, parseRates } from '../../../rules/money/conversion.ts';
import type { Log } from '../../log.ts';
import { fetchRates, reasonOf } from './fetch-rates.ts';
import { lastPublicationDay, nextPublication } from './publication-days.ts';
import { readRatesFile, storeRates } from './rates-file.ts';
import type { RatesObserver } from './rates-observer.ts';
import { ratesFileOf, type RatesSettings } from './rates-settings.ts';
import type { CheckedRates } from './read-rates.ts';

/** Not at once: a program that is started again and again must not ask each time. */
const firstMs = 60_000;
const retryMs = 3_600_000;
/** So that not all programs ask in the same second. */
const chanceMs = 30 * 60_000;

export interface Clock {
  now(): number;
  /** @returns a number from 0 to 1. */
  chance(): number;
  /** Rejects once the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Its timers keep no process alive. */
const systemClock: Clock = {
  now: () => Date.now(),
  chance: () => Math.random(),
  wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { ref: false, signal }),
};

export interface RenewalSurroundings {
  readonly log: Log;
  readonly observer?: RatesObserver | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

/** Fetches new rates on each working day. After a failure the last good ones stay. */
export async function renewRatesDaily(settings: RatesSettings, surroundings: RenewalSurroundings): Promise<void> {
  const { signal, clock = systemClock } = surroundings;
  const renewal = new Renewal(settings, surroundings, clock);
  try {
    await clock.wait(firstMs, signal);
    for (;;) {
      const isComplete = await renewal.look();
      await clock.wait(pauseMs(isComplete, clock), signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** @param isComplete whether the rates of the last working day are there. */
function pauseMs(isComplete: boolean, clock: Clock): number {
  const now = clock.now();
  return (isComplete ? nextPublication(now) - now : retryMs) + clock.chance() * chanceMs;
}

class Renewal {
  readonly #settings: RatesSettings;
  readonly #file: string;
  readonly #surroundings: RenewalSurroundings;
  readonly #clock: Clock;

  constructor(settings: RatesSettings, surroundings: RenewalSurroundings, clock: Clock) {
    this.#settings = settings;
    this.#file = ratesFileOf(settings);
    this.#surroundings = surroundings;
    this.#clock = clock;
  }

  /** @returns whether the rates of the last working day are there, in use or kept back. */
  async look(): Promise<boolean> {
    const { observer, signal } = this.#surroundings;
    let inUse: CheckedRates | undefined;
    try {
      inUse = await this.#readLast();
      if (this.#isComplete(inUse)) return true;
      const fresh = await this.#fetch();
      if (fresh === undefined) return false;
      const outcome = await this.#store(fresh, inUse);
      observer?.renewal(outcome);
      if (outcome === 'new') inUse = fresh;
      return this.#isComplete(outcome === 'kept-back' ? fresh : inUse);
    } catch (error) {
      signal.throwIfAborted();
      observer?.renewal('failed');
      this.#warn(`Rates cannot be kept in ${this.#file}: ${reasonOf(error)}. The next attempt is in an hour.`);
      return false;
    } finally {
      observer?.date(inUse?.date);
      if (inUse) this.#warnIfOld(inUse);
    }
  }

  /** Damaged ones make room, or they would stay damaged for ever. Nobody but this program and its owner writes them. */
  async #readLast(): Promise<CheckedRates | undefined> {
    try {
      return await readRatesFile(this.#file, this.#clock.now());
    } catch (error) {
      if (isSystemError(error)) throw error;
      const aside = `${this.#file}.damaged`;
      await rename(this.#file, aside);
      this.#warn(`${this.#file} holds no rates: ${reasonOf(error)}. It is now ${aside}, and new ones are fetched.`);
      return undefined;
    }
  }

  /** @returns undefined once a failure of the source is reported. */
  async #fetch(): Promise<CheckedRates | undefined> {
    const { signal, observer } = this.#surroundings;
    try {
      return await fetchRates(this.#settings.from, this.#clock.now(), signal);
    } catch (error) {
      signal.throwIfAborted();
      observer?.renewal('failed');
      this.#warn(`There are no new rates: ${reasonOf(error)}. The last ones stay, and the next attempt is in an hour.`);
      return undefined;
    }
  }

  async #store(fresh: CheckedRates, last: CheckedRates | undefined): Promise<'new' | 'same' | 'kept-back'> {
    await mkdir(this.#settings.directory, { recursive: true });
    const renewal = await storeRates(this.#file, fresh, last, false);
    if (renewal.kind === 'known') return 'same';
    if (renewal.kind === 'kept-back') {
      this.#warn(
        `Rates of ${fresh.date} are new, more than doubled or halved, or moved by more than 20 % a day: ${renewal.unexpected.join(', ')}. All are kept back until those of a later day confirm them, or until you run geolet update-rates with ${this.#file} and --accept.`,
      );
      return 'kept-back';
    }
    if (renewal.dropped.length > 0)
      this.#warn(`The rates of ${fresh.date} no longer list ${renewal.dropped.join(', ')}.`);
    return 'new';
  }

  #isComplete(rates: CheckedRates | undefined): boolean {
    return rates !== undefined && rates.date >= lastPublicationDay(this.#clock.now());
  }

  #warnIfOld(inUse: CheckedRates): void {
    const { maxAgeDays } = this.#settings;
    const rates = parseRates(inUse);
    if (rates && !areCurrent(rates, this.#clock.now(), maxAgeDays))
      this.#warn(
        `The rates of ${inUse.date} are older than ${maxAgeDays} days, and are not served until there are newer ones.`,
      );
  }

  #warn(message: string): void {
    this.#surroundings.log(message, 'warn');
  }
}
