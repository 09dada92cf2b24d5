import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const packageFile = createRequire(import.meta.url).resolve('country-flag-icons/package.json');

/** The flag of each country that has one, three by two, by its code in lower case. */
export function flagsTable(countries: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const flags: Record<string, string> = {};
  for (const country of Object.keys(countries)) {
    const file = packageFile.replace('package.json', `3x2/${country}.svg`);
    if (existsSync(file)) flags[country.toLowerCase()] = readFileSync(file, 'utf8').trim();
  }
  return flags;
}
