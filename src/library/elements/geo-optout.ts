import { ConditionalElement } from '../../widget/elements/conditional/conditional-element.ts';
import { whenWritten } from '../../widget/elements/base/when-written.ts';
import defineOptOut from '../../widget/elements/geo-optout.ts';
import { register } from '../register.ts';

register((core, kit) => defineOptOut(core, { ...kit, ConditionalElement, whenWritten }));

declare global {
  interface HTMLElementTagNameMap {
    'geo-optout': HTMLElement;
  }
}
