import { GeoTextElement } from '../../widget/elements/geo-text.ts';
import { register } from '../register.ts';

register((_core, { define }) => define('geo-text', GeoTextElement));

declare global {
  interface HTMLElementTagNameMap {
    'geo-text': GeoTextElement;
  }
}
