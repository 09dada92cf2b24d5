import defineSuggest from '../../widget/elements/suggest/geo-suggest.ts';
import { register } from '../register.ts';

register(defineSuggest);

declare global {
  interface HTMLElementTagNameMap {
    'geo-suggest': HTMLElement;
  }
}
