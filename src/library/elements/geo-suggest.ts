import { define } from '../../widget/elements/geo-suggest.ts';
import { register } from '../register.ts';

register(define);

declare global {
  interface HTMLElementTagNameMap {
    'geo-suggest': HTMLElement;
  }
}
