import { start } from '../../widget/elements/geo-nearest.ts';
import { register } from '../register.ts';

register(start);

declare global {
  interface HTMLElementTagNameMap {
    'geo-nearest': HTMLElement;
  }
}
