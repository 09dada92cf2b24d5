import { fold } from '../../rules/condition.ts';
import type { Slot } from './slot.ts';

/** Classes that a binding added, so that none of the owner's is ever removed. */
const added = new WeakMap<Element, readonly string[]>();

export const classSlot: Slot = {
  read: (element) => (added.get(element) ?? []).filter((token) => element.classList.contains(token)).join(' '),
  write(element, value) {
    const before = element.getAttribute('class');
    element.classList.remove(...(added.get(element) ?? []));
    const tokens = (value ?? '').split(' ').filter((token) => token && !element.classList.contains(token));
    element.classList.add(...tokens);
    added.set(element, tokens);
    // An element that had no class attribute gets none back.
    if (!before && !tokens.length) element.removeAttribute('class');
    if (!element.classList.length && before) element.removeAttribute('class');
  },
};

/** Values as class names: lower case, without diacritics, anything else a hyphen. */
export function classTokens(values: readonly (string | undefined)[]): string {
  return values.map((value) => fold(value ?? '').replace(/[^a-z0-9_-]+/g, '-')).filter(Boolean).join(' ');
}
