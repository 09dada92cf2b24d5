import { define } from '../../widget/preview/preview.ts';
import { withCore } from '../start.ts';

withCore((core) => define({ core }));

declare global {
  interface HTMLElementTagNameMap {
    'geo-preview': HTMLElement;
  }
}
