import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { countries } from '../../src/record/countries.ts';
import { frameRecorder } from '../support/first-frame.ts';
import { listen } from '../support/loopback.ts';
import { dist } from '../support/site.ts';
import { pasted } from '../support/ways-to-install.ts';

/** Undefined for visitors from where no database knows. */
export type Place = string | undefined;

export interface Visit {
  readonly number: number;
  readonly place: Place;
  readonly page: number;
}

const pageCount = 100;
const codes = Object.keys(countries);
export const places: readonly Place[] = [...codes, undefined];
const continents = [...new Set(Object.values(countries).map(({ continent }) => continent))];
const prices = { USD: 40, EUR: 36, GBP: 31, JPY: 5900 } as const;
const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' };

/** Places in turn, each at another page than the time before, until all have been at all. */
export function visitOf(number: number): Visit {
  const at = number % places.length;
  return { number, place: places[at], page: (at + Math.floor(number / places.length)) % pageCount };
}

/** Each marker stands in the page for everybody, which cannot say what is right. */
function bodyOf(page: number): string {
  const list = Object.entries(prices).map(([currency, amount]) => `${currency} ${amount + page}`);
  return [
    '<p data-geo-text="Ships to {countryCode}" data-right="?">Ships everywhere</p>',
    `<p data-geo-currency="${list.join(', ')}" data-right="?">$${prices.USD + page}</p>`,
    '<p data-right="?"><geo-if eu><template>in</template><b slot="else" hidden>out</b>eu</geo-if></p>',
    `<p data-geo-show="continent: ${continentOf(page)}" data-right="?" hidden>near</p>`,
    `<p data-geo-hide="country: ${farFrom(page).join(' ')}" data-right="?">free</p>`,
  ].join('');
}

/** What a visitor reads of the markers, by the table of countries alone. */
export function readingOf({ place, page }: Visit): readonly string[] {
  const country = place === undefined ? undefined : countries[place];
  const { currency = '', continent, isEU } = country ?? {};
  const shown = currency in prices ? (currency as keyof typeof prices) : 'USD';
  const amount = (prices[shown] + page).toLocaleString('en-US');
  const union = isEU ? 'in' : 'out';
  return [
    place === undefined ? 'Ships everywhere' : `Ships to ${place}`,
    `${signs[shown]}${amount}`,
    country === undefined ? 'eu' : union,
    continent === continentOf(page) ? 'near' : '',
    place !== undefined && farFrom(page).includes(place) ? '' : 'free',
  ];
}

function continentOf(page: number): string {
  return continents[page % continents.length] ?? '';
}

/** Where delivery is not free. */
function farFrom(page: number): readonly string[] {
  return [0, 1, 2, 3].map((turn) => codes[(page * 5 + turn * 61) % codes.length] ?? '');
}

const tag = `${frameRecorder()}${pasted('header')}<script src="/geolet.js"></script>`;

export interface Origin {
  readonly url: string;
  /** How often each path was asked for. */
  readonly asked: ReadonlyMap<string, number>;
  close(): void;
}

/** The owner's own server. It sets a header of its own, which nobody is to see. */
export async function startOrigin(): Promise<Origin> {
  const asked = new Map<string, number>();
  const server = createServer(({ url = '' }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    const [type, text] = fileAt(url);
    response
      .writeHead(200, {
        'content-type': type,
        'cache-control': 'public, max-age=600',
        'server-timing': 'geo;desc=AQ, database;dur=7',
      })
      .end(text);
  });
  const url = await listen(server);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, asked, close };
}

function fileAt(path: string): readonly [type: string, text: string] {
  const [script] = /^\/geolet[\w.-]*\.js$/.exec(path) ?? [];
  if (script !== undefined) return ['text/javascript', readFileSync(join(dist, script), 'utf8')];
  return ['text/html; charset=utf-8', documentOf(Number(/\d+$/.exec(path)?.[0] ?? 0))];
}

function documentOf(page: number): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>${tag}</head><body>${bodyOf(page)}</body></html>`;
}
