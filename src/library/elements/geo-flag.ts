import defineFlag from '../../widget/elements/geo-flag.ts';
import { register } from '../register.ts';

register(defineFlag);

declare global {
  interface HTMLElementTagNameMap {
    'geo-flag': HTMLElement;
  }
}
