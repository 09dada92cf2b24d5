import { applyCharm, type Charm, parseCharm } from '../../rules/money/charm.ts';
import {
  areCurrent,
  convert,
  defaultMaxAgeDays,
  type Exchange,
  isCurrency,
  parseMaxAgeDays,
  rateOf,
  type Rates,
} from '../../rules/money/conversion.ts';
import type { Estimate } from '../../rules/facts.ts';
import type { Price } from '../../rules/money/price.ts';
import type { Core, Estimates } from '../api/core.ts';
import { ownerRates } from './owner-rates.ts';
import { spokenEstimate } from './spoken-estimate.ts';

/** The entry of a lazy file, fetched when a page has to convert a price and the owner has given rates. */
export default function startEstimates(core: Core): Estimates {
  const { formatPrice } = core.rules;
  const { rateBetween, settled } = createRates(core);

  const estimate: Estimate = ({ prices: [base], was = [], charm }, currency, facts, locale) => {
    const now = facts.page.now ?? Date.now();
    const rate = base && isCurrency(currency) ? rateBetween(base.currency, currency, now) : undefined;
    if (!base || rate === undefined) return undefined;
    const ending = endingOf(charm, core);
    const convertListed = (listed: Price | undefined) => {
      const converted = listed && convert(listed, currency, rate);
      return converted && ending !== undefined ? applyCharm(converted, ending) : converted;
    };
    const show = (estimated: Price) => {
      const amount = formatPrice(estimated, locale, base.currency, facts);
      return amount && `≈\u00A0${amount}`;
    };
    const price = convertListed(base);
    const former = convertListed(was.find((one) => one.currency === base.currency));
    const text = price && show(price);
    if (!text) return undefined;
    const formerText = former && former.amount > price.amount ? show(former) : undefined;
    // Two amounts can have the same text.
    const hasFormer = formerText !== undefined && formerText !== text;
    return {
      text,
      was: hasFormer ? formerText : undefined,
      estimate: spokenEstimate(locale),
      converted: { price, former: hasFormer ? former : undefined },
    };
  };
  return Object.assign(estimate, { settled });
}

type RateBetween = (from: string, to: string, now: number) => Exchange | undefined;

/**
 * Fetches the owner's rates, and lets the page follow when they are there.
 *
 * @returns `rateBetween`: how many units of `to` are how many of `from`; undefined as long as that is not known. Reports
 *   why.
 */
function createRates({ report, block, visitor: { mayStore, reconsider } }: Core): {
  readonly rateBetween: RateBetween;
  readonly settled: Promise<void>;
} {
  const refuse = (detail: string): undefined => {
    report('unusable-rates', detail);
  };
  const maxAge = ownerSetting(block, 'ratesMaxAgeDays') ?? defaultMaxAgeDays;
  const maxAgeDays = parseMaxAgeDays(maxAge) ?? defaultMaxAgeDays;
  if (maxAge !== maxAgeDays) report('bad-settings', `ratesMaxAgeDays: ${JSON.stringify(maxAge)}`);
  let rates: Rates | undefined;

  const settled = (async () => {
    try {
      rates = await ownerRates(ownerSetting(block, 'rates'), maxAgeDays, mayStore);
      reconsider();
    } catch (error) {
      refuse(String(error));
    }
  })();

  const rateBetween: RateBetween = (from, to, now) => {
    if (!rates) return undefined;
    if (!areCurrent(rates, now, maxAgeDays)) return refuse(`date ${rates.date}: not of the last ${maxAgeDays} days`);
    for (const currency of [from, to]) {
      const written: unknown = Object.hasOwn(rates.rates, currency) ? rates.rates[currency] : undefined;
      if (rateOf(rates, currency) === undefined)
        refuse(`${currency}: ${written === undefined ? 'no rate' : JSON.stringify(written)}`);
    }
    const [divisor, factor] = [rateOf(rates, from), rateOf(rates, to)];
    return divisor && factor ? { factor, divisor } : undefined;
  };
  return { rateBetween, settled };
}

/** The decimals that an estimate is rounded to, such as `.99`; undefined where the owner wants none. */
function endingOf(written: string | null | undefined, { block, report }: Core): Charm | undefined {
  const charm = written ?? ownerSetting(block, 'charm') ?? '';
  const ending = typeof charm === 'string' ? parseCharm(charm) : undefined;
  if (charm !== '' && ending === undefined) report('unusable-charm', JSON.stringify(charm));
  return ending;
}

/**
 * The owner's settings about money, from `window.geoletConfig` or else from the settings block. A form with the id
 * `geoletConfig` is a property of `window` too, and its fields are elements, which are ignored.
 */
export function ownerSetting(block: (name: string) => unknown, name: 'rates' | 'ratesMaxAgeDays' | 'charm'): unknown {
  const config: unknown = globalThis.geoletConfig;
  const given: unknown =
    typeof config === 'object' && config && Object.hasOwn(config, name) ? Reflect.get(config, name) : undefined;
  return given === undefined || given instanceof Element ? block(name) : given;
}
