import { mayPutBack } from '../rules/put-back.ts';
import { attempt } from '../rules/attempt.ts';
import { attributeOf, writeAttribute } from './bindings/dom.ts';
import type { Core } from './core.ts';
import { native } from './native.ts';

const wasMark = 'data-geolet-was';

/**
 * A file of its own, fetched by pages that came written for their visitor. Puts back what the edge has changed and lets the
 * bindings write it anew, in one go, before the browser can paint or fetch anything: nobody sees it, and from then on the page is
 * like any other. Elements need nothing: the edge leaves them as they leave themselves.
 *
 * @returns when the bindings have started.
 */
export async function start(core: Core): Promise<true> {
  if (native(document).readyState === 'loading')
    await new Promise((resolve) => native(document).addEventListener('DOMContentLoaded', resolve, { once: true }));
  for (const template of native(document).querySelectorAll<HTMLTemplateElement>(`template[${wasMark}]`))
    if (template.parentNode) native(template.parentNode).replaceChildren(template.content);
  for (const element of native(document).querySelectorAll(`[${wasMark}]`)) restore(element);
  core.geolet.scan();
  keepChoice(core);
  return true;
}

function restore(element: Element): void {
  const was: unknown = attempt(() => JSON.parse(attributeOf(element, wasMark) ?? '') as unknown);
  writeAttribute(element, wasMark, null);
  for (const [name, value] of Object.entries(was ?? {}) as [string, unknown][]) {
    const before = typeof value === 'string' ? value : null;
    if (!mayPutBack(native(element).localName, name, before, native(document).baseURI)) continue;
    writeAttribute(element, name, before);
  }
}

/** Tells the edge what the visitor has chosen, in the cookie that the owner named. A choice that is taken back leaves nothing behind. */
function keepChoice(core: Core): void {
  const name = native(document).querySelector('script[data-geo-record]')?.getAttribute('data-geo-choice-cookie');
  if (!name) return;
  const keep = () => {
    const choice = core.visitor.mayStore() ? attempt(() => localStorage.getItem('geolet:choice')) : null;
    const secure = location.protocol === 'https:' ? '; secure' : '';
    native(document).cookie =
      `${name}=${encodeURIComponent(choice ?? '')}; path=/; samesite=lax${secure}; max-age=${choice ? 31_536_000 : 0}`;
  };
  keep();
  core.watch(keep);
}
