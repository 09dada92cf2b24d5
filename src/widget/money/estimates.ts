import { applyCharm, parseCharm } from '../../rules/charm.ts';
import { areCurrent, convert, isCurrency, rateOf, type Rates } from '../../rules/conversion.ts';
import type { Estimate } from '../../rules/facts.ts';
import type { Price } from '../../rules/price.ts';
import type { Core } from '../core.ts';
import { ownerRates } from './owner-rates.ts';
import { ownerSetting } from './owner-settings.ts';
import { spokenEstimate } from './spoken-estimate.ts';

const defaultMaxAgeDays = 7;

/** A file of its own, fetched when a page has to convert a price and the owner has given rates. */
export function start({ report, rules: { formatPrice }, block, visitor: { mayStore, reconsider } }: Core): Estimate {
  const refuse = (detail: string): undefined => {
    report('unusable-rates', detail);
  };
  const maxAge = ownerSetting(block, 'ratesMaxAgeDays') ?? defaultMaxAgeDays;
  const maxAgeDays = typeof maxAge === 'number' && maxAge >= 0 ? maxAge : defaultMaxAgeDays;
  let rates: Rates | undefined;
  if (maxAge !== maxAgeDays) report('bad-settings', `ratesMaxAgeDays: ${JSON.stringify(maxAge)}`);

  void (async () => {
    try {
      rates = await ownerRates(ownerSetting(block, 'rates'), maxAgeDays, mayStore);
      reconsider();
    } catch (error) {
      refuse(String(error));
    }
  })();

  /** How much of the wanted currency one unit of the other is; what stands in the way is told once. */
  function rateBetween(from: string, to: string, now: number): number | undefined {
    if (!rates) return undefined;
    if (!areCurrent(rates, now, maxAgeDays)) return refuse(`date ${rates.date}: not of the last ${maxAgeDays} days`);
    const [divisor, factor] = [rateOf(rates, from), rateOf(rates, to)];
    for (const [currency, rate] of [
      [from, divisor],
      [to, factor],
    ] as const)
      if (rate === undefined)
        refuse(
          `${currency}: ${Object.hasOwn(rates.rates, currency) ? JSON.stringify(rates.rates[currency]) : 'no rate'}`,
        );
    return divisor && factor && factor / divisor;
  }

  function endingOf(written: string | null | undefined): number | undefined {
    const charm = written ?? ownerSetting(block, 'charm') ?? '';
    const ending = typeof charm === 'string' ? parseCharm(charm) : undefined;
    if (charm !== '' && ending === undefined) report('unusable-charm', JSON.stringify(charm));
    return ending;
  }

  return ({ prices: [base], was = [], charm }, currency, facts, locale) => {
    const rate =
      base && isCurrency(currency) ? rateBetween(base.currency, currency, facts.page.now ?? Date.now()) : undefined;
    if (!base || rate === undefined) return undefined;
    const ending = endingOf(charm);
    const estimate = (price: Price | undefined) => {
      const converted = price && convert(price, currency, rate);
      return converted && ending !== undefined ? applyCharm(converted, ending) : converted;
    };
    const show = (price: Price) => {
      const text = formatPrice(price, locale, base.currency, facts);
      return text && `≈\u00A0${text}`;
    };
    const price = estimate(base);
    const former = estimate(was.find((listed) => listed.currency === base.currency));
    const text = price && show(price);
    if (!text) return undefined;
    const shown = former && former.amount > price.amount ? show(former) : undefined;
    // Two amounts may read as one.
    return { text, was: shown === text ? undefined : shown, estimate: spokenEstimate(locale) };
  };
}
