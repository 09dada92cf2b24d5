import defineNearest from '../../widget/elements/nearest/geo-nearest.ts';
import { register } from '../register.ts';

register(defineNearest);

declare global {
  interface HTMLElementTagNameMap {
    'geo-nearest': HTMLElement;
  }
}
