import startPreview from '../../widget/owner/preview/preview.ts';
import { withCore } from '../start.ts';

withCore(startPreview);

declare global {
  interface HTMLElementTagNameMap {
    'geo-preview': HTMLElement;
  }
}
