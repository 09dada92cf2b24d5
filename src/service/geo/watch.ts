import { stat } from 'node:fs/promises';
import { described, log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import type { GeoData } from './geo-data.ts';

/** Counts a reload of the geo data. */
export type CountReload = (result: 'taken' | 'refused') => void;

/**
 * Loads new geo data when files change. It polls the files: notifications are lost on network file systems and in
 * containers, and come while a file is still being written. A file that looks the same twice in a row is complete.
 */
export function watchGeoData(geo: GeoData, seconds: number, countReload: CountReload): GeoDataWatch {
  const watcher = new GeoDataWatcher(geo, countReload);
  const take = () => watcher.take();
  if (seconds === 0) return { take, close: () => undefined };
  // Look at once, so that a change before the first tick of the timer counts as a change.
  void watcher.look();
  const timer = setInterval(() => void watcher.look(), seconds * 1000).unref();
  return { take, close: () => clearInterval(timer) };
}

export interface GeoDataWatch {
  /** Loads the files now, without waiting for the timer. */
  take(): Promise<void>;
  close(): void;
}

export class GeoDataWatcher {
  readonly #geo: GeoData;
  readonly #countReload: CountReload;
  #inUse: string | undefined;
  #lastSeen: string | undefined;
  #isLooking = false;

  constructor(geo: GeoData, countReload: CountReload) {
    this.#geo = geo;
    this.#countReload = countReload;
  }

  /** The first look only remembers the state of the files. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const seen = await this.#see();
    this.#inUse ??= seen;
    if (seen !== this.#inUse && seen === this.#lastSeen) await this.take(seen);
    this.#lastSeen = seen;
    this.#isLooking = false;
  }

  async #see(): Promise<string> {
    return JSON.stringify(await Promise.all(this.#geo.files.map(fingerprint)));
  }

  /** Loads the files. Refused ones are not tried again until they change. */
  async take(seen?: string): Promise<void> {
    this.#inUse = seen ?? (await this.#see());
    try {
      await this.#geo.reload();
      this.#countReload('taken');
      log('new geo data were taken', 'info', {
        data: this.#geo.inUse.map(({ kind, name, builtAt }) => ({ kind, name, builtAt })),
      });
    } catch (error) {
      this.#countReload('refused');
      log(
        'new geo data were refused; the old ones stay',
        'error',
        error instanceof OperatorError ? { reason: error.message } : described(error),
      );
    }
  }
}

async function fingerprint(path: string): Promise<string> {
  return stat(path).then(
    ({ ino, size, mtimeMs }) => `${path} ${ino} ${size} ${mtimeMs}`,
    ({ code }: NodeJS.ErrnoException) => `${path} ${code}`,
  );
}
