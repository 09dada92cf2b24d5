import { start } from '../../widget/elements/geo-flag.ts';
import { register } from '../register.ts';

register(start);

declare global {
  interface HTMLElementTagNameMap {
    'geo-flag': HTMLElement;
  }
}
