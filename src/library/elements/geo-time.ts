import { start } from '../../widget/elements/geo-time.ts';
import { register } from '../register.ts';

register(start);

declare global {
  interface HTMLElementTagNameMap {
    'geo-time': HTMLElement;
  }
}
