import defineDelivery from '../../widget/elements/geo-delivery.ts';
import { register } from '../register.ts';

register(defineDelivery);

declare global {
  interface HTMLElementTagNameMap {
    'geo-delivery': HTMLElement;
  }
}
