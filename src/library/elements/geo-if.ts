import { GeoIfElement } from '../../widget/elements/conditional/geo-if.ts';
import { register } from '../register.ts';

register((_core, { define }) => define('geo-if', GeoIfElement));

declare global {
  interface HTMLElementTagNameMap {
    'geo-if': GeoIfElement;
  }
}
