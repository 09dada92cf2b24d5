import { countryCodes } from '../../record/country-codes.built.ts';
import type { Facts } from '../../rules/facts.ts';
import type { ElementKit } from './element-kit.ts';

/** A file of its own: fetched by pages with a `<geo-select>`. */
export function define({ GeoElement, css, define: register, core }: ElementKit): void {
  /**
   * The visitor's own choice of a country or a currency: `<geo-select countries="US CA GB *" label="Country">`. With a
   * `<select>` or buttons of the owner's in it, those are what chooses: their values are visitors in words, and an empty
   * one goes back to the look-up.
   *
   * @attr countries - ISO 3166-1 codes in the order of the list, `*` for all others; all of them when it is not there
   * @attr currencies - ISO 4217 codes: a choice of these instead
   * @attr label - what it is called for those who listen to the page
   * @attr reset - words of an option that goes back to the look-up
   * @slot - what stands there until there is an answer
   * @csspart select - the list
   */
  class GeoSelectElement extends GeoElement {
    static override styles = css`select { font: inherit; max-inline-size: 100%; min-block-size: 24px }`;

    static override attributes = ['countries', 'currencies', 'label', 'reset'];

    readonly #slot = document.createElement('slot');
    #list: HTMLSelectElement | undefined;

    protected override createRenderRoot(): HTMLElement | DocumentFragment {
      const root = super.createRenderRoot();
      // What comes from the owner's own nodes passes here too: they stand in the slot.
      root.addEventListener('change', ({ target }) => void this.#choose((target as HTMLSelectElement).value));
      root.addEventListener('click', ({ target }) => {
        const button = (target as Element).closest('button');
        if (button) void this.#choose(button.ariaPressed === 'true' ? '' : button.value);
      });
      return root;
    }

    override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
      this.#list = undefined;
      super.attributeChangedCallback(name, before, after);
    }

    protected override follow(facts: Facts | undefined): void {
      const own = this.querySelector('select,button');
      const shown = facts && !own ? (this.#list ??= this.#build()) : this.#slot;
      if (this.renderRoot.firstChild !== shown) this.renderRoot.replaceChildren(shown);
      for (const button of this.querySelectorAll('button')) button.ariaPressed = facts ? String(isNow(button.value)) : null;
      const select = own?.closest('select') ?? this.#list;
      if (!facts || !select) return;
      const values = Array.from(select.options, ({ value }) => value);
      const now = values.findIndex(isNow);
      select.selectedIndex = now < 0 ? values.indexOf('') : now;
    }

    #build(): HTMLSelectElement {
      const select = document.createElement('select');
      const locale = core.localeOf(this);
      const read = (name: string) => this.getAttribute(name);
      const currencies = read('currencies');
      const codes: string[] = (currencies ?? read('countries') ?? '*').toUpperCase().match(/[^\s,]+/g) ?? [];
      const option = (code: string) => (currencies ? currencyOption(code, locale) : countryOption(code, locale));
      const others = () => allCountries().filter((code) => !codes.includes(code)).map(option).sort((a, b) => a.text.localeCompare(b.text, locale));
      select.part.value = 'select';
      select.ariaLabel = read('label') ?? (currencies ? 'Currency' : 'Country');
      if (read('reset')) select.add(new Option(read('reset') ?? '', ''));
      for (const code of codes) {
        try {
          select.append(...(code === '*' ? others() : [option(code)]));
        } catch {
          core.report('unusable-value', `${this.source} ${code}`);
        }
      }
      return select;
    }

    async #choose(words: string): Promise<void> {
      if (words) await globalThis.geolet?.override(words);
      else globalThis.geolet?.reset();
      // What was not understood, or had nothing to go back from, must not seem to be chosen.
      this.requestUpdate();
    }
  }

  register('geo-select', GeoSelectElement);
}

function allCountries(): string[] {
  return countryCodes.split(' ').flatMap(([first, ...rest]) => rest.map((second) => `${first}${second}`));
}

/** Whether the visitor is who the words say. */
function isNow(words: string): boolean {
  return !!words && globalThis.geolet?.matches(words.includes(':') ? words : `country: ${words}`) === true;
}

function currencyOption(code: string, locale: string): HTMLOptionElement {
  return new Option(`${code} – ${new Intl.DisplayNames(locale, { type: 'currency' }).of(code)}`, `currency: ${code}`);
}

/** Named in the language that is most likely spoken there, where the browser knows that; else in the page's. */
function countryOption(code: string, locale: string): HTMLOptionElement {
  const names = new Intl.DisplayNames([new Intl.Locale(`und-${code}`).maximize().baseName, locale], { type: 'region' });
  const option = new Option(names.of(code), code);
  option.lang = names.resolvedOptions().locale;
  return option;
}
