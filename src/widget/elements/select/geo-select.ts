import type { Facts } from '../../../rules/facts.ts';
import { countryOption } from './country-option.ts';
import type { Core } from '../../api/core.ts';
import type { ElementKit } from '../base/element-kit.ts';

/** A lazy file, fetched by pages with a `<geo-select>`. */
export default function defineSelect(core: Core, { GeoElement, css, define, ownAccessor }: ElementKit): void {
  const choiceControls = core.lazy('choices');

  /**
   * Lets visitors choose their country or currency: `<geo-select countries="US CA GB *" label="Country">`. If it contains
   * your own `<select>` or buttons, visitors choose with those: their values are what `geolet.override()` takes, and an
   * empty value goes back to the lookup.
   *
   * All countries, currencies and your own controls need one more file, `geolet-choices.js`.
   *
   * @example
   * <geo-select countries="FR JP US BR KE *" label="Country" reset="Where I am">Choose your country</geo-select>
   * @attr countries - ISO 3166-1 codes in the order of the list, `*` for all others; all countries by default
   * @attr currencies - ISO 4217 codes: offers these currencies instead
   * @attr label - its name for screen readers, and what it shows while nothing is chosen
   * @attr reset - text of an option that goes back to the lookup
   * @slot - shows until `geo-ready`
   * @csspart select - the list
   */
  class GeoSelectElement extends GeoElement {
    static override styles = css`
      :host {
        min-width: 0;
      }
      select {
        font: inherit;
        max-width: 100%;
        min-height: 24px;
      }
    `;
    static override properties = {
      countries: ownAccessor,
      currencies: ownAccessor,
      label: ownAccessor,
      reset: ownAccessor,
    };

    #select: HTMLSelectElement | undefined;

    override attributeChangedCallback(...change: [name: string, before: string | null, after: string | null]): void {
      this.#select = undefined;
      super.attributeChangedCallback(...change);
    }

    protected override _follow(facts: Facts | undefined): void {
      const countries = this.getAttribute('countries') ?? '';
      // Anything else needs the lazy file, or is a mistake.
      if (
        !/^([a-z]{2}[\s,]*)+$/i.test(countries) ||
        this.hasAttribute('currencies') ||
        this.querySelector('select,button')
      )
        return choiceControls()?.(this, facts, (options) => this.#list(options), this.#choose);
      if (!facts) return this._fillShadow();
      const codes: string[] = countries.toUpperCase().match(/\w+/g) ?? [];
      this.#select ??= this.#list(codes.map((code) => countryOption(code, core.localeOf(this))));
      const select = this.#select;
      if (!select.isConnected) this._fillShadow(select);
      // An empty value selects the first option.
      select.value = codes.find((code) => core.geolet.matches({ country: code })) ?? '';
    }

    #list(options: readonly HTMLOptionElement[]): HTMLSelectElement {
      const reset = this.getAttribute('reset');
      const label = this.getAttribute('label') ?? (this.hasAttribute('currencies') ? 'Currency' : 'Country');
      const select: HTMLSelectElement = Object.assign(
        Document.prototype.createElement.call(document, 'select') as HTMLSelectElement,
        { ariaLabel: label, part: 'select', onchange: () => this.#choose(select.value) },
      );
      const first = new Option(reset || `${label}…`, '');
      first.disabled = !reset;
      select.append(first, ...options);
      return select;
    }

    readonly #choose = async (words: string): Promise<void> => {
      await (words ? core.geolet.override(words) : core.geolet.reset());
      // If nothing was chosen, the list must show that.
      this.requestUpdate();
    };
  }

  define('geo-select', GeoSelectElement);
}
