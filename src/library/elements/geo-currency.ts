import { GeoCurrencyElement } from '../../widget/elements/currency/geo-currency.ts';
import { register } from '../register.ts';

register((_core, { define }) => define('geo-currency', GeoCurrencyElement));

declare global {
  interface HTMLElementTagNameMap {
    'geo-currency': GeoCurrencyElement;
  }
}
