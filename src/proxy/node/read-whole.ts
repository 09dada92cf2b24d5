import { SettingError } from '../../http/setting-error.ts';

/** @throws a SettingError for anything but a whole number from 0 to `most`. */
export function readWhole(name: string, text: string, most: number, wanted: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new SettingError(name, `${name} is ${JSON.stringify(text)}: give ${wanted}.`);
}
