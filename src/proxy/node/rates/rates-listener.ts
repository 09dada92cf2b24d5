import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { attempt } from '../../../rules/attempt.ts';
import { areCurrent, parseRates, type Rates } from '../../../rules/money/conversion.ts';
import { CachedFile, type FileContent } from '../cached-file.ts';
import type { RatesObserver } from './rates-observer.ts';
import { ratesFileOf, type RatesSettings } from './rates-settings.ts';
import { readRates } from './read-rates.ts';

/** Begins like the names of the widget's files, so that web servers pass it on by the same rule. */
export const ratesPath = '/geolet-rates.json';

/** Rates have nothing about a visitor: every page may read them, and every cache may keep them. */
const headers = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=600',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

interface Surroundings {
  readonly now?: () => number;
  readonly observer?: RatesObserver | undefined;
}

/** Puts the rates before another listener, which gets every other path. */
export function withRates(
  listener: RequestListener,
  settings: RatesSettings,
  surroundings: Surroundings = {},
): RequestListener {
  const file = new RatesFile(settings, surroundings);
  return (incoming, outgoing) => {
    if ((incoming.url ?? '').replace(/\?.*/s, '') !== ratesPath) return listener(incoming, outgoing);
    void respond(file, incoming, outgoing);
  };
}

async function respond(file: RatesFile, { method, headers: asked }: IncomingMessage, outgoing: ServerResponse) {
  if (method !== 'GET' && method !== 'HEAD')
    return outgoing.writeHead(405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }).end();
  const content = await file.read();
  if (content === undefined) return outgoing.writeHead(404, { ...headers, 'cache-control': 'no-store' }).end();
  const isKnown = asked['if-none-match']?.includes(content.etag) ?? false;
  outgoing.writeHead(isKnown ? 304 : 200, { ...headers, etag: content.etag });
  return outgoing.end(isKnown || method === 'HEAD' ? undefined : content.body);
}

/** Each version of the file is parsed once. */
class RatesFile {
  readonly #file: CachedFile;
  readonly #maxAgeDays: number;
  readonly #now: () => number;
  readonly #observer: RatesObserver | undefined;
  #content: FileContent | undefined;
  #rates: Rates | undefined;

  constructor(settings: RatesSettings, { now = () => Date.now(), observer }: Surroundings) {
    this.#file = new CachedFile(ratesFileOf(settings));
    this.#maxAgeDays = settings.maxAgeDays;
    this.#now = now;
    this.#observer = observer;
  }

  /** @returns undefined where there are none, and for those that are damaged or too old. */
  async read(): Promise<FileContent | undefined> {
    const content = await this.#file.read();
    if (content !== this.#content) {
      this.#content = content;
      this.#rates = content && attempt(() => parseRates(readRates(new TextDecoder().decode(content.body), Infinity)));
      this.#observer?.date(this.#rates?.date);
    }
    return this.#rates && areCurrent(this.#rates, this.#now(), this.#maxAgeDays) ? content : undefined;
  }
}
