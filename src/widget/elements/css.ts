import { type CSSResult, unsafeCSS } from '@lit/reactive-element';

/** A sheet of our own, with nothing filled in. lit's own tag also checks what is filled in, with an error of 150 bytes. */
export function css([text = '']: TemplateStringsArray): CSSResult {
  return unsafeCSS(text);
}
