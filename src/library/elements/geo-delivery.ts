import defineDelivery from '../../widget/elements/delivery/geo-delivery.ts';
import { whenWritten } from '../../widget/elements/base/when-written.ts';
import { register } from '../register.ts';

register((core, kit) => defineDelivery(core, { ...kit, whenWritten }));

declare global {
  interface HTMLElementTagNameMap {
    'geo-delivery': HTMLElement;
  }
}
