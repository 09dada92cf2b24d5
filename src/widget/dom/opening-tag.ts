import { native } from './native.ts';

/**
 * An element's opening tag, for messages. Without what changes while it shows and hides, and what alone tells elements
 * of a list apart: they have the same mistake.
 */
export function openingTagOf(element: Element): string {
  const { localName, attributes } = native(element);
  const own = [...attributes].filter(({ name }) => !/^(id|style|hidden|slot|data-geolet-.*)$/.test(name));
  return `<${[localName, ...own.map(({ name, value }) => `${name}="${value}"`)].join(' ')}>`;
}
