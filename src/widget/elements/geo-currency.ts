import type { Facts } from '../../rules/facts.ts';
import type { Price } from '../../rules/money.ts';
import { type Value, ValueElement } from './value-element.ts';

/**
 * A price in the visitor's currency, from the owner's own list:
 * `<geo-currency prices="USD 49, EUR 45, JPY 6900" was="USD 59, EUR 55">$49</geo-currency>`.
 *
 * @attr prices - the list; its first is the base, in which the children are written
 * @attr was - former prices in the same form; shown only in a currency that both lists have
 * @csspart value - the price
 * @csspart was - the former price
 */
export class GeoCurrencyElement extends ValueElement {
  protected override value(facts: Facts, locale: string): Value | undefined {
    const { rules } = this.core;
    const price = rules.choosePrice(this.#prices('prices'), facts.record?.currencyCode);
    const text = price && rules.formatPrice(price, locale);
    const former = this.#prices('was').find(({ currency }) => currency === price?.currency);
    return text === undefined ? text : { text, was: former && rules.formatPrice(former, locale) };
  }

  #prices(attribute: string): readonly Price[] {
    const written = this.getAttribute(attribute);
    const prices = written === null ? [] : this.core.rules.parsePrices(written);
    if (!prices) this.core.report('unusable-prices', this.source);
    return prices ?? [];
  }
}
