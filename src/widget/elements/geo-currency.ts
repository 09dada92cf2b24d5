import { css } from 'lit';
import { MarkupValueElement } from './markup-value-element.ts';

/**
 * A price in the visitor's currency, from the owner's own list or by the owner's rates: `<geo-currency prices="USD
 * 49, EUR 45, JPY 6900" was="USD 59, EUR 55">$49</geo-currency>`.
 *
 * @attr prices - the list; its first is the base, in which the children are written
 * @attr was - former prices in the same form; shown only where they come from where the price comes from, and are
 *   higher as shown
 * @attr charm - the ending of a converted price, such as `.99`; empty for none
 * @csspart was - the former price
 * @csspart estimate - the sign before a converted price
 * @cssState estimate - the price is converted
 */
export class GeoCurrencyElement extends MarkupValueElement {
  // Each price by itself, as in a <bdi>: in a page from right to left the sign of one would stand beside the other.
  static override styles = css`
    :host {
      unicode-bidi: isolate;
    }
    [part='was'],
    [part='value'] {
      unicode-bidi: plaintext;
    }
  `;
  static override attributes = ['prices', 'was', 'charm'];
}
