import type { Facts } from '../../rules/facts.ts';
import { countryOption } from './country-option.ts';
import type { Core } from '../core.ts';
import type { ElementKit } from './element-kit.ts';
import { fill, follow } from './members.ts';

/** A file of its own: fetched by pages with a `<geo-select>`. */
export function start(core: Core, { GeoElement, css, define }: ElementKit): void {
  const choiceControls = core.lazy('choices');

  /**
   * The visitor's own choice of a country or a currency: `<geo-select countries="US CA GB *" label="Country">`. With a
   * `<select>` or buttons of the owner's in it, those are what chooses: their values are visitors in words, and an empty
   * one goes back to the look-up.
   *
   * For all countries, currencies and controls of the owner's one more file is fetched, `geolet-choices.js`.
   *
   * @attr countries - ISO 3166-1 codes in the order of the list, `*` for all others; all of them when it is not there
   * @attr currencies - ISO 4217 codes: a choice of these instead
   * @attr label - what it is called for those who listen to the page
   * @attr reset - words of an option that goes back to the look-up
   * @slot - what stands there until there is an answer
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
    static override attributes = ['countries', 'currencies', 'label', 'reset'];

    #select: HTMLSelectElement | undefined;

    override attributeChangedCallback(...change: [name: string, before: string | null, after: string | null]): void {
      this.#select = undefined;
      super.attributeChangedCallback(...change);
    }

    protected override [follow](facts: Facts | undefined): void {
      const countries = this.getAttribute('countries') ?? '';
      // What is left is rare, or a mistake.
      if (
        !/^([a-z]{2}[\s,]*)+$/i.test(countries) ||
        this.hasAttribute('currencies') ||
        this.querySelector('select,button')
      )
        return choiceControls()?.(this, facts, (options) => this.#list(options), this.#choose);
      if (!facts) return this[fill]();
      const codes: string[] = countries.toUpperCase().match(/\w+/g) ?? [];
      const select = (this.#select ??= this.#list(codes.map((code) => countryOption(code, core.localeOf(this)))));
      if (!select.isConnected) this[fill](select);
      // The empty one where there is one, else none.
      select.value = codes.find((code) => core.geolet.matches({ country: code })) ?? '';
    }

    #list(options: readonly HTMLOptionElement[]): HTMLSelectElement {
      const reset = this.getAttribute('reset');
      const select: HTMLSelectElement = Object.assign(
        Document.prototype.createElement.call(document, 'select') as HTMLSelectElement,
        {
          ariaLabel: this.getAttribute('label') ?? 'Country',
          onchange: () => this.#choose(select.value),
        },
      );
      select.part.value = 'select';
      if (reset) select.append(new Option(reset, ''));
      select.append(...options);
      return select;
    }

    readonly #choose = async (words: string): Promise<void> => {
      await (words ? core.geolet.override(words) : core.geolet.reset());
      // What was not understood, or had nothing to go back from, must not seem to be chosen.
      this.requestUpdate();
    };
  }

  define('geo-select', GeoSelectElement);
}
