import { native } from './native.ts';

/**
 * An element's opening tag, for messages. Without what changes while it shows and hides, and what alone tells elements
 * of a list apart: they have the same mistake.
 */
export function openingTagOf(element: Element): string {
  const own = native(element);
  const names = own.getAttributeNames().filter((name) => !/^(id|style|hidden|slot|data-geolet-.*)$/.test(name));
  return `<${[own.localName, ...names.map((name) => `${name}="${own.getAttribute(name)}"`)].join(' ')}>`;
}
