import { start } from '../../widget/elements/geo-suggest.ts';
import { register } from '../register.ts';

register(start);

declare global {
  interface HTMLElementTagNameMap {
    'geo-suggest': HTMLElement;
  }
}
