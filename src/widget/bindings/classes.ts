import { classesOf, tokensOf, writeClasses } from './dom.ts';
import type { Slot } from './slot.ts';

/** The classes that a binding adds. It reads those of them that are there, and never removes one of the owner's. */
export const classSlot: Slot = {
  read(element, written) {
    const classes = classesOf(element);
    return tokensOf(written)
      .filter((token) => classes.includes(token))
      .join(' ');
  },
  write(element, value, written) {
    const added = tokensOf(written);
    const owners = classesOf(element).filter((token) => !added.includes(token));
    const tokens = tokensOf(value).filter((token) => !owners.includes(token));
    writeClasses(element, [...owners, ...tokens]);
    return tokens.join(' ');
  },
};
