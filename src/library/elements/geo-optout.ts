import defineOptOut from '../../widget/elements/geo-optout.ts';
import { register } from '../register.ts';

register(defineOptOut);

declare global {
  interface HTMLElementTagNameMap {
    'geo-optout': HTMLElement;
  }
}
