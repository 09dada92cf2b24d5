import { classesOf, tokensOf, writeClasses } from './dom.ts';
import type { Slot } from './slot.ts';

/** Classes that a binding adds. It reads as those of them that are there; none of the owner's is ever removed. */
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
