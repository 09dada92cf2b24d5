import { join } from 'node:path';
import { SettingError } from '../../../http/setting-error.ts';
import { checkWritable } from '../../../http/writable-folder.ts';
import { orMeant, refuseSetting, type Values } from '../../../http/read-settings.ts';
import { programSettings } from '../../../http/settings.ts';
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
export function readRatesSettings(values: Values<typeof programSettings>): RatesSettings | undefined {
  const { rates, dataDir, ratesMaxAgeDays } = values;
  if (rates === undefined) return undefined;
  const from = rates === 'ecb' ? bank : rates;
  if (isSafeSource(from))
    return {
      from,
      directory: dataDir ?? programSettings.dataDir.default,
      maxAgeDays: ratesMaxAgeDays ?? programSettings.ratesMaxAgeDays.default,
    };
  const meant = /^\W*(ecb|bank|on|yes)\W*$/i.test(rates) ? 'ecb' : undefined;
  return refuseSetting(
    'rates',
    programSettings.rates,
    `cannot be used: ${orMeant(meant)}write ecb for the European Central Bank, or an address that begins with https://, or one of this machine`,
  );
}
