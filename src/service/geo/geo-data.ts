import { readFile } from 'node:fs/promises';
import { type Address, isPublic } from '../../record/address.ts';
import { described, log } from '../log.ts';
import { memoize } from '../memoize.ts';
import { type AddressFacts, addressFacts } from './address-facts.ts';
import type { Attribution } from './attribution.ts';
import { type ChosenFiles, type Contents, filesToWatch, openKind } from './data-files.ts';
import { type DataKind, dataKinds, dataSettings } from './data-kinds.ts';
import { embeddedAddress } from './embedded-address.ts';
import { mergeLocations, type Location, unknownLocation } from './location.ts';
import type { LocationDatabase } from './location-database.ts';

/** The geo data in use. They can be exchanged while requests are handled. */
export interface GeoData {
  /** Never throws. For an address that is private, reserved or not listed, all fields are undefined. */
  about(address: Address): AddressFacts;
  readonly inUse: readonly DataInUse[];
  /** The day on which the oldest data in use were built, such as `2026-11-01`; undefined without data. */
  readonly date: string | undefined;
  /** The links that the licences of the data in use require, each once. */
  readonly attributions: readonly Attribution[];
  /**
   * Reads the files again, checks them, and exchanges them all at once. Until then requests are answered from the old
   * ones.
   *
   * @throws OperatorError when a file can't be used. All old ones stay in use.
   */
  reload(): Promise<void>;
  /** The files that `reload` would read, whether they are there or not. */
  readonly files: readonly string[];
}

export interface DataInUse {
  readonly kind: DataKind;
  readonly name: string;
  readonly builtAt: Date;
  /** The setting that names the file, where the operator chose it: `update-data` does not renew those. */
  readonly setting: string | undefined;
  /** Lookups that met a corrupt place in the file. */
  readonly failedLookups: number;
  /** The size of the file. */
  readonly bytes: number;
}

/**
 * @throws OperatorError when a file that was named or fetched can't be used, or is of another kind. Without any data it
 * opens all the same.
 */
export function openGeoData(chosen: ChosenFiles, dataDirectory: string): GeoData {
  const files = filesToWatch(chosen, dataDirectory);
  let current = openSnapshot(chosen, dataDirectory, new Map());
  return {
    about: (address) => current.about(address),
    get inUse() {
      return current.files.map((file) => file.inUse);
    },
    get date() {
      return current.date;
    },
    get attributions() {
      return current.attributions;
    },
    files,
    async reload() {
      current = openSnapshot(chosen, dataDirectory, await contentsOf(files));
    },
  };
}

interface Snapshot {
  readonly files: readonly DataFile[];
  readonly date: string | undefined;
  readonly attributions: readonly Attribution[];
  readonly about: (address: Address) => AddressFacts;
}

/** The oldest date of all files. */
function dateOf(files: readonly DataFile[]): string | undefined {
  const times = files.map(({ inUse }) => inUse.builtAt.getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times)).toISOString().slice(0, 10);
}

/** Reads without blocking requests. A file that can't be read is missing here; opening it will report the error. */
async function contentsOf(paths: readonly string[]): Promise<Contents> {
  const contents = new Map<string, Buffer>();
  for (const path of paths) {
    const content = await readFile(path).catch(() => undefined);
    if (content !== undefined) contents.set(path, content);
  }
  return contents;
}

function openSnapshot(chosen: ChosenFiles, dataDirectory: string, contents: Contents): Snapshot {
  const files = dataKinds.flatMap((kind) => {
    const setting = chosen[kind] === undefined ? undefined : dataSettings[kind];
    return openKind(kind, chosen, dataDirectory, contents).map((database) => new DataFile(kind, setting, database));
  });
  return {
    files,
    date: dateOf(files),
    attributions: [...new Set(files.flatMap(({ attribution }) => attribution ?? []))],
    // Requests of one visitor come close together.
    about: memoize(
      10_000,
      (address) => addressFacts(locationOf(address, files)),
      ({ text }) => text,
    ),
  };
}

function locationOf(address: Address, files: readonly DataFile[]): Location {
  const listed = embeddedAddress(address) ?? address;
  if (!isPublic(listed)) return unknownLocation;
  return files.reduce((known, file) => {
    const found = file.lookUp(listed);
    return found === undefined ? known : mergeLocations(known, found);
  }, unknownLocation);
}

/** A database in use. A corrupt place costs only the fields of that one response, and is counted. */
class DataFile {
  readonly attribution: Attribution | undefined;
  readonly #kind: DataKind;
  readonly #setting: string | undefined;
  readonly #database: LocationDatabase;
  #failedLookups = 0;

  constructor(kind: DataKind, setting: string | undefined, database: LocationDatabase) {
    this.#kind = kind;
    this.#setting = setting;
    this.#database = database;
    this.attribution = database.attribution;
  }

  get inUse(): DataInUse {
    const { name, builtAt, bytes } = this.#database;
    return { kind: this.#kind, name, builtAt, setting: this.#setting, failedLookups: this.#failedLookups, bytes };
  }

  lookUp(address: Address): Location | undefined {
    try {
      return this.#database.lookUp(address);
    } catch (error) {
      this.#failedLookups++;
      if (this.#failedLookups === 1)
        log(`${this.#database.name} is corrupt; download it again`, 'error', described(error));
      return undefined;
    }
  }
}
