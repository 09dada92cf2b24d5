import { classesOf, writeClasses } from './dom.ts';
import type { Slot } from './slot.ts';

/** Classes that a binding added, so that none of the owner's is ever removed. */
const added = new WeakMap<Element, readonly string[]>();

export const classSlot: Slot = {
  read(element) {
    const classes = classesOf(element);
    return (added.get(element) ?? []).filter((token) => classes.includes(token)).join(' ');
  },
  write(element, value) {
    const owners = classesOf(element).filter((token) => !added.get(element)?.includes(token));
    const tokens = (value ?? '').split(' ').filter((token) => token && !owners.includes(token));
    added.set(element, tokens);
    writeClasses(element, [...owners, ...tokens]);
  },
};

/** A copy of a bound element carries what was added to it. */
export function claimClasses(element: Element, value: string): void {
  const tokens = value.split(' ');
  const classes = classesOf(element);
  if (tokens.every((token) => classes.includes(token))) added.set(element, tokens);
}
