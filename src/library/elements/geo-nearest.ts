import { define } from '../../widget/elements/geo-nearest.ts';
import { register } from '../register.ts';

register(define);

declare global {
  interface HTMLElementTagNameMap {
    'geo-nearest': HTMLElement;
  }
}
