import defineSelect from '../../widget/elements/select/geo-select.ts';
import { register } from '../register.ts';

register(defineSelect);

declare global {
  interface HTMLElementTagNameMap {
    'geo-select': HTMLElement;
  }
}
