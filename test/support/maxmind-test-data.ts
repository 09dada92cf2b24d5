import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * MaxMind's published test set: a copy of https://github.com/maxmind/MaxMind-DB, which MAXMIND_TEST_DATA names, or a
 * folder around or inside it.
 */
const named = process.env['MAXMIND_TEST_DATA'] ?? '';
const root = [named, join(named, 'all'), dirname(named)].find(
  (folder) => named !== '' && existsSync(join(folder, 'source-data')),
);

export const hasMaxmindData = root !== undefined;
if (!hasMaxmindData)
  console.log('Skipped: MaxMind test data. Set MAXMIND_TEST_DATA to a copy of github.com/maxmind/MaxMind-DB.');

/** Path of a database such as `GeoLite2-City-Test`. */
export function maxmindDatabase(name: string): string {
  return join(root ?? '', 'test-data', `${name}.mmdb`);
}

/** Names of all databases that are meant to be read. */
export function maxmindDatabases(): readonly string[] {
  return databasesIn(join(root ?? '', 'test-data')).map((path) => path.replace(/^.*[\\/]|\.mmdb$/g, ''));
}

/** Paths of all databases that no reader should choke on. */
export function badDatabases(): readonly string[] {
  return databasesIn(join(root ?? '', 'bad-data'));
}

function databasesIn(folder: string): readonly string[] {
  if (!hasMaxmindData) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mmdb'))
    .toSorted()
    .map((name) => join(folder, name));
}

/** What a database was written from: networks and their records, in the order in which they were written. */
export function maxmindSource(name: string): ReadonlyArray<readonly [network: string, record: unknown]> {
  const entries: unknown = JSON.parse(readFileSync(join(root ?? '', 'source-data', `${name}.json`), 'utf8'));
  if (!Array.isArray(entries)) throw new Error(`${name}.json is not a list`);
  return entries.flatMap((entry: object) => Object.entries(entry));
}
