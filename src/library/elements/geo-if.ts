import { GeoIfElement } from '../../widget/elements/geo-if.ts';
import { register } from '../register.ts';

register(({ define }) => define('geo-if', GeoIfElement));

declare global {
  interface HTMLElementTagNameMap {
    'geo-if': GeoIfElement;
  }
}
