import { define } from '../../widget/elements/geo-time.ts';
import { register } from '../register.ts';

register(define);

declare global {
  interface HTMLElementTagNameMap {
    'geo-time': HTMLElement;
  }
}
