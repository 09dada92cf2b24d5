import { define } from '../../widget/elements/geo-select.ts';
import { register } from '../register.ts';

register(define);

declare global {
  interface HTMLElementTagNameMap {
    'geo-select': HTMLElement;
  }
}
