import { originalAttribute } from '../../rules/markup/written.ts';
import { mayRestore } from '../../rules/markup/may-restore.ts';
import { attempt } from '../../rules/attempt.ts';
import { attributeOf, writeAttribute } from '../dom/nodes.ts';
import type { Core, WrittenPage } from '../api/core.ts';
import { native } from '../dom/native.ts';
import { linkKey, wordsKey } from '../visitor/mirror.ts';
import { writtenFiles } from './written-files.ts';

/** A lazy file for pages that the edge has written for their visitor. */
export default function takeOverPage(core: Core): WrittenPage {
  const files = writtenFiles(core);
  let restored: Promise<void> | undefined;
  return {
    files,
    restore() {
      restored ??= files.then(() => restorePage(core));
      return restored;
    },
  };
}

function restorePage(core: Core): void {
  for (const template of native(document).querySelectorAll<HTMLTemplateElement>(`template[${originalAttribute}]`))
    if (template.parentNode) native(template.parentNode).replaceChildren(template.content);
  for (const element of native(document).querySelectorAll(`[${originalAttribute}]`)) restore(element);
  storeChoiceInCookie(core);
}

function restore(element: Element): void {
  const was: unknown = attempt(() => JSON.parse(attributeOf(element, originalAttribute) ?? '') as unknown);
  writeAttribute(element, originalAttribute, null);
  for (const [name, value] of Object.entries(was ?? {}) as [string, unknown][]) {
    const before = typeof value === 'string' ? value : null;
    if (!mayRestore(native(element).localName, name, before, native(document).baseURI)) continue;
    writeAttribute(element, name, before);
  }
}

/**
 * Sends the visitor's choice to the edge, in the cookie that the owner named, and what a link has brought, in one beside
 * it for the session. What is taken back removes its cookie.
 */
function storeChoiceInCookie(core: Core): void {
  const name = native(document).querySelector('script[data-geo-record]')?.getAttribute('data-geo-choice-cookie');
  if (!name) return;
  const store = () => {
    // In a preview the cookies stay as they are, like all that is stored.
    const read = <Value>(from: () => Value) => (core.visitor.mayStore(true) ? attempt(from) : null);
    writeCookie(name, read(() => localStorage.getItem('geolet:choice')) ?? '', '; max-age=31536000');
    const words = read(() => sessionStorage.getItem(wordsKey));
    const choice = read(() => JSON.parse(sessionStorage.getItem(linkKey) ?? 'null') as unknown);
    writeCookie(`${name}_link`, words == null ? '' : JSON.stringify({ words, choice }));
  };
  store();
  core.watch(store);
  // The cookie is for all tabs, and the link for one: the tab that is looked at says its own.
  native(document).addEventListener('visibilitychange', store, { signal: core.signal });
}

/** @param age without one, the cookie is for the session. An empty value removes it. */
function writeCookie(name: string, value: string, age = ''): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  native(document).cookie =
    `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${secure}${value ? age : '; max-age=0'}`;
}
