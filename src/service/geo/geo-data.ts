import { readFile } from 'node:fs/promises';
import { type Address, isPublic } from '../../record/address.ts';
import { BoundedMap } from '../../http/bounded-map.ts';
import { described, log } from '../log.ts';
import { type AddressFacts, addressFacts } from './address-facts.ts';
import type { Attribution } from './attribution.ts';
import { ReadError } from './bytes.ts';
import { type ChosenFiles, type Contents, filesToWatch, isReadInPlace, openKind } from './data-files.ts';
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
  /** Ends its use: nothing is looked up any more. */
  close(): void;
}

export interface DataInUse {
  readonly kind: DataKind;
  readonly name: string;
  readonly builtAt: Date;
  /** The setting that names the file, where the operator chose it: `update-data` does not renew those. */
  readonly setting: string | undefined;
  /** Lookups that met a place in the file that is corrupt, or could not be read. */
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
      const contents = await contentsOf(files.filter((path) => !isReadInPlace(path, dataDirectory)));
      const next = openSnapshot(chosen, dataDirectory, contents);
      for (const file of current.files) file.close();
      current = next;
    },
    close() {
      for (const file of current.files) file.close();
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
  const files: DataFile[] = [];
  try {
    for (const kind of dataKinds) {
      const setting = chosen[kind] === undefined ? undefined : dataSettings[kind];
      for (const database of openKind(kind, chosen, dataDirectory, contents))
        files.push(new DataFile(kind, setting, database));
    }
  } catch (error) {
    for (const file of files) file.close();
    throw error;
  }
  return {
    files,
    date: dateOf(files),
    attributions: [...new Set(files.flatMap(({ attribution }) => attribution ?? []))],
    about: aboutFrom(files),
  };
}

interface KeptFacts {
  readonly facts: AddressFacts;
  /** When they are looked up again. A file that could not be read once, as over a network, may be readable then. */
  readonly until: number;
}

const retryMs = 10_000;

/** Visitors of one city and network share their records, and what follows from those. */
function aboutFrom(files: readonly DataFile[]): (address: Address) => AddressFacts {
  const kept = new BoundedMap<string, KeptFacts>(10_000);

  function factsFrom(places: Places): AddressFacts {
    const key = places.join();
    const known = kept.get(key);
    if (known !== undefined && (known.until === Infinity || performance.now() < known.until)) return known.facts;
    const { location, isWhole } = locationFrom(files, places);
    const facts = addressFacts(location);
    kept.put(key, { facts, until: isWhole ? Infinity : performance.now() + retryMs });
    return facts;
  }

  return (address) => {
    const listed = embeddedAddress(address) ?? address;
    return factsFrom(isPublic(listed) ? files.map((file) => file.find(listed)) : []);
  };
}

/** Where each file has its record; undefined where it has none. */
type Places = ReadonlyArray<number | undefined>;

/** `isWhole` unless a file could not be read. */
function locationFrom(files: readonly DataFile[], places: Places): { location: Location; isWhole: boolean } {
  let location = unknownLocation;
  let isWhole = true;
  for (const [index, file] of files.entries()) {
    const place = places[index];
    const found = place === undefined ? undefined : file.read(place);
    if (found === 'unreadable') isWhole = false;
    else if (found !== undefined) location = mergeLocations(location, found);
  }
  return { location, isWhole };
}

/** A database in use. A place that can't be read costs only the fields of that one response, and is counted. */
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

  close(): void {
    this.#database.close();
  }

  find(address: Address): number | undefined {
    const place = this.#attempt(() => this.#database.find(address));
    return place === 'unreadable' ? undefined : place;
  }

  read(place: number): Location | 'unreadable' | undefined {
    return this.#attempt(() => this.#database.read(place));
  }

  /** @returns undefined where the file is corrupt. */
  #attempt<Result>(read: () => Result): Result | 'unreadable' | undefined {
    try {
      return read();
    } catch (error) {
      this.#failedLookups++;
      const isUnreadable = error instanceof ReadError;
      if (this.#failedLookups === 1)
        log(
          `${this.#database.name} ${isUnreadable ? "can't be read; it is tried again" : 'is corrupt; download it again'}`,
          'error',
          described(error),
        );
      return isUnreadable ? 'unreadable' : undefined;
    }
  }
}
