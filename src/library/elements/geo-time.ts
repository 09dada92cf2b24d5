import defineTime from '../../widget/elements/time/geo-time.ts';
import { register } from '../register.ts';

register(defineTime);

declare global {
  interface HTMLElementTagNameMap {
    'geo-time': HTMLElement;
  }
}
