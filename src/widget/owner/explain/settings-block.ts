import { native } from '../../dom/native.ts';

/** The first of the page's settings blocks, also one that is not read because its type is another. */
export function settingsBlock(): HTMLScriptElement | undefined {
  return [...native(document).scripts].find((script) => native(script).hasAttribute('data-geo-settings'));
}
