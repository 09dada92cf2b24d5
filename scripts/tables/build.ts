/** Writes the generated tables, or with `--check` fails when a committed one differs. See README.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { airportsTable } from './airports.ts';
import { countriesTable, currenciesTable } from './countries.ts';

const countries = countriesTable();

const tables: Readonly<Record<string, string>> = {
  'src/record/countries.generated.json': oneEntryPerLine(countries),
  'src/record/currencies.generated.json': oneEntryPerLine(currenciesTable(countries)),
  'src/service/geo/airports.generated.json': oneEntryPerLine(airportsTable()),
};

const checkOnly = process.argv.includes('--check');
for (const [path, text] of Object.entries(tables)) {
  const file = new URL(`../../${path}`, import.meta.url);
  if (!checkOnly) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is not what its generator makes: run \`npm run tables\` and commit the result.`);
    process.exitCode = 1;
  }
}

/** So that a change of the sources reads as a diff of lines. */
function oneEntryPerLine(table: object): string {
  const isList = Array.isArray(table);
  const lines = Object.entries(table).map(([key, value]) => `${isList ? '' : `${JSON.stringify(key)}:`}${JSON.stringify(value)}`);
  return isList ? `[\n${lines.join(',\n')}\n]\n` : `{\n${lines.join(',\n')}\n}\n`;
}
