import defineSuggest from '../../widget/elements/geo-suggest.ts';
import { register } from '../register.ts';

register(defineSuggest);

declare global {
  interface HTMLElementTagNameMap {
    'geo-suggest': HTMLElement;
  }
}
