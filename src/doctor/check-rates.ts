import { documentation } from '../proxy/node/documentation.ts';
import { attempt } from '../rules/attempt.ts';
import {
  areCurrent,
  defaultMaxAgeDays,
  parseMaxAgeDays,
  parseRates,
  rateOf,
  type Rates,
} from '../rules/money/conversion.ts';
import { dayMs } from '../rules/time/calendar.ts';
import { requestPage } from './check-page.ts';
import { bad, type Finding, good } from './finding.ts';
import { readElements } from './page-tree.ts';
import { failureOf, type Reply } from './reply.ts';
import { settingsIn } from './settings-block.ts';

/** Checks the exchange rates that the settings block has or names, as browsers read them. */
export async function checkRates(page: Reply, now = Date.now()): Promise<Finding[]> {
  const { rates: written, ratesMaxAgeDays } = settingsIn(readElements(page.text));
  if (written === undefined || written === null) return [];
  const isAddress = typeof written === 'string';
  const read = await readRates(page, written);
  const where = isAddress ? `The rates at ${attempt(() => new URL(written, page.url).href) ?? written}` : 'The rates';
  if (read.failure !== undefined)
    return [bad('rates', `${where} cannot be read: ${read.failure}. No price is converted.`, renewal)];
  const rates = parseRates(read.value);
  if (!rates)
    return [
      bad(
        'rates',
        `${where} are not {base, date, rates}. No price is converted.`,
        'Write them as { "base": "EUR", "date": "2026-11-20", "rates": { "USD": 1.08 } }.',
      ),
    ];
  const count = Object.keys(rates.rates).filter((currency) => rateOf(rates, currency) !== undefined).length;
  const days = Math.floor((now - rates.time) / dayMs);
  const age = days < 0 ? 'in the future' : `${days} ${days === 1 ? 'day' : 'days'} old`;
  const text = `${where} are of ${rates.date.slice(0, 10)}, ${age}, and have ${count} ${count === 1 ? 'currency' : 'currencies'} for one ${rates.base.slice(0, 10)}`;
  const maxAgeDays = parseMaxAgeDays(ratesMaxAgeDays) ?? defaultMaxAgeDays;
  if (areCurrent(rates, now, maxAgeDays) && count > 0) return [good('rates', `${text}.`)];
  const rule = count > 0 ? ` With ratesMaxAgeDays ${maxAgeDays} they are not used.` : '';
  return [bad('rates', `${text}.${rule} No price is converted.`, renewal)];
}

const renewal = `Let them renew themselves: GEOLET_RATES=ecb at the proxy and "rates": "/geolet-rates.json", or npx geolet update-rates each day: ${documentation('rates')}`;

/** The rates by which browsers convert the prices of a page. Undefined: there are none that can be used. */
export async function usableRates(page: Reply, now = Date.now()): Promise<Rates | undefined> {
  const { rates: written, ratesMaxAgeDays } = settingsIn(readElements(page.text));
  if (written === undefined || written === null) return undefined;
  const rates = parseRates((await readRates(page, written)).value);
  return rates && areCurrent(rates, now, parseMaxAgeDays(ratesMaxAgeDays) ?? defaultMaxAgeDays) ? rates : undefined;
}

interface Read {
  readonly value?: unknown;
  readonly failure?: string;
}

/** Two rows of the doctor look at the same rates. */
const known = new WeakMap<Reply, Promise<Read>>();

function readRates(page: Reply, written: unknown): Promise<Read> {
  const read =
    known.get(page) ??
    (typeof written === 'string' ? readAddress(written, page.url) : Promise.resolve({ value: written }));
  known.set(page, read);
  return read;
}

async function readAddress(address: string, pageUrl: string): Promise<Read> {
  const url = attempt(() => new URL(address, pageUrl));
  if (!url || !/^https?:$/.test(url.protocol)) return { failure: 'it is no address' };
  try {
    const { status, headers, text, url: end } = await requestPage(url.href);
    if (status !== 200) return { failure: `it answers ${status}` };
    const { origin } = new URL(pageUrl);
    const allowed = headers['access-control-allow-origin'];
    if (new URL(end).origin !== origin && allowed !== '*' && allowed !== origin)
      return { failure: 'browsers refuse it, since another server sends it without Access-Control-Allow-Origin' };
    return { value: attempt<unknown>(() => JSON.parse(text)) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
