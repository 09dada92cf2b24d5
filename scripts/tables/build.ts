/**
 * Writes the generated tables. With `--check` it fails when a committed one differs, with `--coverage` it measures how
 * many subdivisions of the default database get a code. See README.md.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { alpha3Table } from './alpha-3.ts';
import { airportsTable } from './airports.ts';
import { citiesTable } from './cities.ts';
import { clocksTable } from './clocks.ts';
import { continentsTable } from './continents.ts';
import { countriesTable, currenciesTable } from './countries.ts';
import { printCoverage } from './coverage.ts';
import { flagsTable } from './flags.ts';
import { networksDatabase } from './networks.ts';
import { statesTable, subdivisionsTable } from './subdivisions.ts';
import { zonesTable } from './zones.ts';
import { soleTimezonesTable, timezonesTable } from './timezones.ts';

const countries = countriesTable();

const tables: Readonly<Record<string, string | Buffer>> = {
  'src/doctor/clocks.generated.json': oneEntryPerLine(clocksTable()),
  'src/record/alpha-3.generated.json': oneEntryPerLine(alpha3Table(countries)),
  'src/record/cities.generated.json': oneEntryPerLine(citiesTable()),
  'src/record/countries.generated.json': oneEntryPerLine(countries),
  'src/record/currencies.generated.json': oneEntryPerLine(currenciesTable(countries)),
  'src/record/states.generated.json': oneEntryPerLine(statesTable()),
  'src/record/timezones.generated.json': oneEntryPerLine(timezonesTable(countries)),
  'src/service/geo/airports.generated.json': oneEntryPerLine(airportsTable()),
  'src/service/geo/networks.generated.mmdb': networksDatabase(),
  'src/service/geo/sole-timezones.generated.json': oneEntryPerLine(soleTimezonesTable(countries)),
  'src/service/geo/subdivisions.generated.json': oneEntryPerLine(subdivisionsTable()),
  'src/widget/features/continents.generated.json': oneEntryPerLine(continentsTable()),
  'src/widget/features/flags.generated.json': oneEntryPerLine(flagsTable(countries)),
  'src/widget/visitor/zones.generated.json': oneEntryPerLine(zonesTable(countries)),
};

if (process.argv.includes('--coverage')) printCoverage();
else if (process.argv.includes('--check')) checkTables();
else writeTables();

function writeTables(): void {
  for (const [path, content] of Object.entries(tables)) writeFileSync(fileOf(path), content);
}

function checkTables(): void {
  for (const [path, content] of Object.entries(tables)) {
    if (readFileSync(fileOf(path)).equals(Buffer.from(content))) continue;
    console.error(`${path} is not what its generator makes: run \`npm run make -- tables\` and commit the result.`);
    process.exitCode = 1;
  }
}

function fileOf(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

/** So that a change of the sources reads as a diff of lines. */
function oneEntryPerLine(table: object): string {
  const isList = Array.isArray(table);
  const lines = Object.entries(table).map(
    ([key, value]) => `${isList ? '' : `${JSON.stringify(key)}:`}${JSON.stringify(value)}`,
  );
  return isList ? `[\n${lines.join(',\n')}\n]\n` : `{\n${lines.join(',\n')}\n}\n`;
}
