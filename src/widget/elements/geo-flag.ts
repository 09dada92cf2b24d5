import { spellCountry } from '../../rules/text/normalize.ts';
import type { Facts } from '../../rules/facts.ts';
import type { Core } from '../api/core.ts';
import type { ElementKit } from './base/element-kit.ts';
import type { Value } from './base/value.ts';

/** A lazy file, fetched by pages with a `<geo-flag>`. */
export default function defineFlag(core: Core, { ValueElement, css, define, ownAccessor }: ElementKit): void {
  /**
   * Shows the flag of the visitor's country, or of the one you name: `<geo-flag></geo-flag>`, `<geo-flag
   * country="FR"></geo-flag>`. A flag stands for a country, never for a language.
   *
   * @example
   * <geo-flag alt=""></geo-flag> <geo-text template="Delivery to {country}">Delivery everywhere</geo-text>
   * @attr country - ISO 3166-1 alpha-2; the visitor's country by default
   * @attr alt - text that screen readers read for the flag; the country's name by default. Write `alt=""` if the name
   *   is next to the flag
   * @slot - shown as written until a flag shows, or if no flag exists
   * @csspart flag - the image
   */
  class GeoFlagElement extends ValueElement {
    static override styles = css`
      img {
        inline-size: 1.5em;
        block-size: 1em;
        vertical-align: -0.125em;
        object-fit: cover;
        outline: 1px solid #8885;
        outline-offset: -1px;
      }
    `;
    static override properties = { country: ownAccessor, alt: ownAccessor };

    protected override _value({ record }: Facts, locale: string): Value | undefined {
      const written = this.getAttribute('country') ?? record?.countryCode ?? '';
      const country = spellCountry(written.toLowerCase());
      if (!/^[a-z]{2}$/.test(country)) return undefined;
      const text =
        this.getAttribute('alt') ?? new Intl.DisplayNames(locale, { type: 'region' }).of(country.toUpperCase()) ?? '';
      return { text, flag: core.fileUrl(`geolet-flags/${country}.svg`) };
    }
  }

  define('geo-flag', GeoFlagElement);
}
