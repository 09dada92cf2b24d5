import { css } from 'lit';
import type { Facts } from '../../../rules/facts.ts';
import type { Note } from '../../../rules/mistake.ts';
import { priceText, readPriceElement, showPriceElement } from '../../../rules/markup/value-element.ts';
import { domReader } from '../../dom/dom-reader.ts';
import { core, ownAccessor } from '../base/geo-element.ts';
import type { Value } from '../base/value.ts';
import { ValueElement } from '../base/value-element.ts';

/**
 * Shows a price in the visitor's currency, from your own list or with your exchange rates: `<geo-currency prices="USD
 * 49, EUR 45, JPY 6900" was="USD 59, EUR 55">$49</geo-currency>`.
 *
 * @example
 * <geo-currency prices="USD 49, EUR 45, JPY 6900" was="USD 59, EUR 55, JPY 7900">$49</geo-currency>
 * @attr prices - the price list, by currency and by place (`IN: USD 19`); the first is the price in your HTML
 * @attr was - former prices in the same form; one shows only beside a price of the same place and currency, if higher
 * @attr sku - the name of the price's list in your price book, in place of `prices`
 * @attr charm - the ending of a converted price, such as `.99`; empty for none
 * @attr minus - what is taken off the price, in its currency: `USD 40`; what is left shows, and `was` counts for nothing
 * @slot reached - shows when `minus` leaves nothing of the price; write `hidden` on what is in it
 * @csspart was - the former price
 * @csspart estimate - the sign before a converted price
 * @cssState estimate - the price is converted
 * @cssState reached - `minus` leaves nothing of the price
 */
export class GeoCurrencyElement extends ValueElement {
  // Each price by itself, as in a <bdi>: in a page from right to left the sign of one would stand beside the other.
  // The word for the sign stays in the line: a word with a place of its own is read apart from the price.
  static override styles = css`
    :host {
      unicode-bidi: isolate;
    }
    [part='was'],
    [part='value'] {
      unicode-bidi: plaintext;
    }
    .spoken {
      font-size: 0.01px;
      vertical-align: middle;
      clip-path: inset(50%);
      user-select: none;
    }
  `;
  static override properties = {
    prices: ownAccessor,
    was: ownAccessor,
    sku: ownAccessor,
    charm: ownAccessor,
    minus: ownAccessor,
  };

  /** The first text that it came with. */
  #firstText: string | undefined;
  /** Its children say its price, and whether it has a former one already. */
  readonly #observer = new MutationObserver(() => this.requestUpdate());

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.#observer.observe(this, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['hidden', 'class'],
    });
    return super.createRenderRoot();
  }

  protected override _value(facts: Facts, locale: string): Value | undefined {
    const { rules, report } = core;
    const tag = readPriceElement<Element>(domReader, this, rules, (code) => report(code, this._source));
    const text = priceText<Element>(domReader, this);
    const isComplete = core.isComplete(this);
    if (text && isComplete) this.#firstText ??= text;
    // A script empties a price before it writes the next one.
    if (!text && this.#firstText && !tag.minus) return undefined;
    const note: Note = (code) => {
      // Not what a script writes.
      if (text === this.#firstText) report(code, `${this._source}: ${text}`);
    };
    let shown = showPriceElement(rules, { tag, text, note }, facts, locale);
    if (!shown && !isComplete) {
      // The parser may be within the amount.
      shown = showPriceElement(rules, { tag, text: '' }, facts, locale);
      requestAnimationFrame(() => this.requestUpdate());
    }
    // By an event the file could not find elements in closed shadow trees.
    if (shown?.isReached) void core.once('threshold').then((file) => file?.watch(this));
    return shown;
  }
}
