import { define } from '../../widget/elements/geo-flag.ts';
import { register } from '../register.ts';

register(define);

declare global {
  interface HTMLElementTagNameMap {
    'geo-flag': HTMLElement;
  }
}
