/** What the build puts beside the widget's scripts. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { countries, currencies } from '../src/record/countries.ts';
import { countryFields } from '../src/record/country-fields.ts';
import { statesOf } from '../src/record/states.ts';
import { compress } from './compress.ts';

/** The proxy serves these where a browser takes them: made once, as small as they get. */
export function compressScripts(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const script = readFileSync(resolve(folder, name));
    writeFileSync(resolve(folder, `${name}.br`), compress(script));
    writeFileSync(resolve(folder, `${name}.gz`), gzipSync(script, { level: 9 }));
  }
}

/** Each flag is a file of its own: a page shows one or two of them. */
export function writeFlags(folder: string): void {
  const table = new URL('../src/widget/features/flags.generated.json', import.meta.url);
  const flags = JSON.parse(readFileSync(table, 'utf8')) as Record<string, string>;
  writeByCountry(resolve(folder, 'geolet-flags'), 'svg', flags);
}

/** What follows from each country, as fields of a record, and its states: a visitor chooses one or two of them. */
export function writeCountries(folder: string): void {
  const rows = Object.entries(countries).map(([code, country]) => {
    const symbol = currencies[country.currency ?? '']?.symbol;
    return [code.toLowerCase(), JSON.stringify({ ...countryFields(code, country, symbol), states: statesOf(code) })];
  });
  writeByCountry(resolve(folder, 'geolet-countries'), 'json', Object.fromEntries(rows));
}

function writeByCountry(folder: string, ending: string, texts: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [code, text] of Object.entries(texts)) writeFileSync(resolve(folder, `${code}.${ending}`), text);
}
