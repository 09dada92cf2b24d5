import { withCore } from '../start.ts';

// The same chunk as `?geo-as=` brings, so that a page never has two controls.
withCore((core) => void import('../../owner/preview/preview.ts').then((file) => file.default(core)));

declare global {
  interface HTMLElementTagNameMap {
    'geo-preview': HTMLElement;
  }
}
