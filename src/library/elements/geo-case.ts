import { GeoCaseElement } from '../../widget/elements/conditional/geo-case.ts';
import { register } from '../register.ts';

register((_core, { define }) => define('geo-case', GeoCaseElement));

declare global {
  interface HTMLElementTagNameMap {
    'geo-case': GeoCaseElement;
  }
}
