import { bindingPrefix } from '../../rules/markup/bindings.ts';
import { native } from './native.ts';

/**
 * An element's opening tag, for messages, with the attributes that may be at fault: all but what changes while it shows
 * and hides, and what others write to tell the elements of a list apart. Those have the same mistake, which is named once.
 */
export function openingTagOf(element: Element): string {
  const { localName, attributes } = native(element);
  const isOurs = localName.startsWith('geo-');
  const own = [...attributes].filter(({ name, value }) =>
    name === 'class'
      ? value.includes('geo-')
      : name.startsWith(bindingPrefix) || (isOurs && !/^(id|style|hidden|slot|data-.*)$/.test(name)),
  );
  return `<${[localName, ...own.map(({ name, value }) => `${name}="${value}"`)].join(' ')}>`;
}
