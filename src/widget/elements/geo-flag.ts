import type { Facts } from '../../rules/facts.ts';
import type { Core } from '../core.ts';
import type { ElementKit } from './element-kit.ts';
import { value } from './members.ts';
import type { Value } from './value.ts';

/** A file of its own: fetched by pages with a `<geo-flag>`. */
export function start(core: Core, { ValueElement, css, define }: ElementKit): void {
  /**
   * The flag of the visitor's country, or of the one that is named: `<geo-flag></geo-flag>`, `<geo-flag country="FR">`.
   * Its children show until there is one. Flags are countries, never languages.
   *
   * @attr country - ISO 3166-1 alpha-2; the visitor's when it is not there
   * @attr alt - what is read in its place; the country's name when it is not there, and empty where that stands beside it
   * @slot - shown as written until there is a flag, and where there is none
   * @csspart flag - the picture
   */
  class GeoFlagElement extends ValueElement {
    static override styles = css`
      img {
        display: inline-block;
        inline-size: 1.5em;
        block-size: 1em;
        vertical-align: -0.125em;
        object-fit: cover;
        outline: 1px solid #8885;
        outline-offset: -1px;
      }
    `;
    static override attributes = ['country', 'alt'];

    protected override [value]({ record }: Facts, locale: string): Value | undefined {
      const code = (this.getAttribute('country') ?? record?.countryCode ?? '').toUpperCase();
      const country = spellings[code] ?? code;
      if (!/^[A-Z]{2}$/.test(country)) return undefined;
      const text = this.getAttribute('alt') ?? new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;
      return { text, flag: core.fileUrl(`geolet-flags/${country.toLowerCase()}.svg`) };
    }
  }

  define('geo-flag', GeoFlagElement);
}

/** What else people write for a country. */
const spellings: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };
