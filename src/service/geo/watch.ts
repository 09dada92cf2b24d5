import { stat } from 'node:fs/promises';
import { described, log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { OperatorError } from '../operator-error.ts';
import type { GeoData } from './geo-data.ts';

/**
 * Takes new geo data by itself. Files are polled rather than watched: notifications are lost on network file systems and in
 * containers, and come while a file is still being written. What looks the same twice in a row is whole.
 */
export function watchGeoData(geo: GeoData, seconds: number, metrics: Pick<Metrics, 'countReload'>): { close(): void } {
  if (seconds === 0) return { close: () => undefined };
  const watcher = new GeoDataWatcher(geo, metrics);
  const timer = setInterval(() => void watcher.look(), seconds * 1000).unref();
  return { close: () => clearInterval(timer) };
}

export class GeoDataWatcher {
  readonly #geo: GeoData;
  readonly #metrics: Pick<Metrics, 'countReload'>;
  #inUse: string | undefined;
  #lastSeen: string | undefined;
  #isLooking = false;

  constructor(geo: GeoData, metrics: Pick<Metrics, 'countReload'>) {
    this.#geo = geo;
    this.#metrics = metrics;
  }

  /** The first look remembers what is there. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const seen = JSON.stringify(await Promise.all(this.#geo.files.map(fingerprint)));
    this.#inUse ??= seen;
    if (seen !== this.#inUse && seen === this.#lastSeen) await this.#take(seen);
    this.#lastSeen = seen;
    this.#isLooking = false;
  }

  /** Refused data are not tried again until they change. */
  async #take(seen: string): Promise<void> {
    this.#inUse = seen;
    try {
      await this.#geo.reload();
      this.#metrics.countReload('taken');
      log('info', 'new geo data were taken', { data: this.#geo.inUse.map(({ kind, name, builtAt }) => ({ kind, name, builtAt })) });
    } catch (error) {
      this.#metrics.countReload('refused');
      log('error', 'new geo data were refused; the old ones stay', error instanceof OperatorError ? { reason: error.message } : described(error));
    }
  }
}

async function fingerprint(path: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(path).catch(() => ({ ino: 0, size: -1, mtimeMs: 0 }));
  return `${path} ${ino} ${size} ${mtimeMs}`;
}
