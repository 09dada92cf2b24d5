import { notIgnored } from '../../widget/bindings/selector.ts';
import { native } from '../../widget/dom/native.ts';

const selector = '[data-geo-settings]';

/** The settings block of the page. Where none is read, the first one, whose type is another. */
export function settingsBlock(): HTMLScriptElement | undefined {
  const find = (wanted: string) =>
    [...native(document).scripts].find((script) => native(script).matches(notIgnored(wanted)));
  return find(`[type="application/json"]${selector}`) ?? find(selector);
}
