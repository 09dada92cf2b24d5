import type { Facts } from '../../rules/facts.ts';
import type { ElementKit } from './element-kit.ts';

/** A file of its own: fetched by pages with a `<geo-flag>`. */
export function define({ GeoElement, css, define: register, core }: ElementKit): void {
  /**
   * The flag of the visitor's country, or of the one that is named: `<geo-flag></geo-flag>`, `<geo-flag country="FR">`.
   * Its children show until there is one. Flags are countries, never languages.
   *
   * @attr country - ISO 3166-1 alpha-2; the visitor's when it is not there
   * @attr alt - what is read in its place; the country's name when it is not there, and empty where that stands beside it
   * @slot - shown as written until there is a flag, and where there is none
   * @csspart flag - the picture
   */
  class GeoFlagElement extends GeoElement {
    static override styles = css`
      [part=flag] { display: inline-block; inline-size: 1.5em; block-size: 1em; vertical-align: -0.125em; object-fit: cover; outline: 1px solid #8885; outline-offset: -1px }
    `;

    static override get observedAttributes(): string[] {
      return [...super.observedAttributes, 'country', 'alt', 'lang'];
    }

    #shown: string | undefined;

    protected override createRenderRoot(): HTMLElement | DocumentFragment {
      const root = super.createRenderRoot();
      root.replaceChildren(document.createElement('slot'));
      return root;
    }

    protected override follow(facts: Facts | undefined): void {
      const code = this.getAttribute('country') ?? facts?.record?.countryCode;
      const country = facts && /^[a-z]{2}$/i.test(code ?? '') ? code?.toUpperCase() : undefined;
      const alt = country && (this.getAttribute('alt') ?? nameOf(country, core.localeOf(this)));
      const wanted = country && `${country} ${alt}`;
      if (wanted === this.#shown) return;
      this.#shown = wanted;
      this.renderRoot.replaceChildren(country ? this.#flag(spellings[country] ?? country, alt ?? '') : document.createElement('slot'));
    }

    #flag(country: string, alt: string): HTMLImageElement {
      const flag = document.createElement('img');
      flag.part.value = 'flag';
      flag.alt = alt;
      // A country without a flag of its own, or a file that is not served: the children stay.
      flag.addEventListener('error', () => flag.replaceWith(document.createElement('slot')));
      flag.src = core.fileUrl(`geolet-flags/${country.toLowerCase()}.svg`);
      return flag;
    }
  }

  register('geo-flag', GeoFlagElement);
}

/** What else people write for a country. */
const spellings: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

function nameOf(country: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(spellings[country] ?? country) ?? country;
}
