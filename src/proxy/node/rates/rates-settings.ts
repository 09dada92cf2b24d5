import { join } from 'node:path';
import { SettingError } from '../../../http/setting-error.ts';
import { checkWritable } from '../../../http/writable-folder.ts';
import { defaultMaxAgeDays } from '../../../rules/money/conversion.ts';
import { readWhole } from '../read-whole.ts';
import type { Environment } from '../useless-settings.ts';
import { bank, isSafeSource } from './rates-source.ts';

export interface RatesSettings {
  /** The address that rates are fetched from. */
  readonly from: string;
  /** The folder where the last good ones are kept. */
  readonly directory: string;
  /** Older ones are not served. */
  readonly maxAgeDays: number;
}

export function ratesFileOf({ directory }: RatesSettings): string {
  return join(directory, 'geolet-rates.json');
}

/** @throws a SettingError for a folder that this user cannot write into: rates would be lost at each end. */
export function checkRatesFolder({ directory }: RatesSettings): void {
  try {
    checkWritable(directory);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingError('DATA_DIR', `DATA_DIR: rates (GEOLET_RATES) are kept there, and ${reason}.`, { cause });
  }
}

/** What cannot be used is not repeated: an address may have a key in it. */
export function readRatesSettings(environment: Environment): RatesSettings | undefined {
  const text = environment['GEOLET_RATES'];
  if (!text) return undefined;
  const from = text === 'ecb' ? bank : text;
  if (isSafeSource(from))
    return {
      from,
      directory: environment['DATA_DIR'] || 'data',
      maxAgeDays: readWhole(
        'GEOLET_RATES_MAX_AGE_DAYS',
        environment['GEOLET_RATES_MAX_AGE_DAYS'] || String(defaultMaxAgeDays),
        3660,
        'a whole number of days, such as 7',
      ),
    };
  const meant = /^\W*(ecb|bank|on|yes)\W*$/i.test(text) ? 'did you mean ecb? Or ' : '';
  throw new SettingError(
    'GEOLET_RATES',
    `GEOLET_RATES cannot be used: ${meant}write ecb for the European Central Bank, or an address that begins with https://, or one of this machine.`,
  );
}
