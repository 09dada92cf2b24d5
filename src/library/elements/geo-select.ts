import { start } from '../../widget/elements/geo-select.ts';
import { register } from '../register.ts';

register(start);

declare global {
  interface HTMLElementTagNameMap {
    'geo-select': HTMLElement;
  }
}
