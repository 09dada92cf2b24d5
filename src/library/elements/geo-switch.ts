import { GeoSwitchElement } from '../../widget/elements/conditional/geo-switch.ts';
// Before their switch, so that it finds them upgraded.
import './geo-case.ts';
import { register } from '../register.ts';

register((_core, { define }) => define('geo-switch', GeoSwitchElement));

declare global {
  interface HTMLElementTagNameMap {
    'geo-switch': GeoSwitchElement;
  }
}
