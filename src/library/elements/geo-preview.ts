import { start } from '../../widget/preview/preview.ts';
import { withCore } from '../start.ts';

withCore(start);

declare global {
  interface HTMLElementTagNameMap {
    'geo-preview': HTMLElement;
  }
}
