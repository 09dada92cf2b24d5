import { tokensOf } from '../../rules/markup/tokens.ts';
import { writeOwnAttribute } from './dom.ts';
import type { Own } from '../dom/native.ts';
import type { WriteTarget } from './write-target.ts';

/** The classes that a binding adds. It reads those of them that are there, and never removes one of the owner's. */
export const classTarget: WriteTarget = {
  read(element, written) {
    const classes = tokensOf(element.getAttribute('class'));
    return tokensOf(written)
      .filter((token) => classes.includes(token))
      .join(' ');
  },
  write(element, value, written) {
    const added = tokensOf(written);
    const owners = tokensOf(element.getAttribute('class')).filter((token) => !added.includes(token));
    const tokens = tokensOf(value).filter((token) => !owners.includes(token));
    writeClasses(element, [...owners, ...tokens]);
    return tokens.join(' ');
  },
};

/** Removes an empty attribute, so that an element which had none gets none. */
export function writeClasses(element: Own, classes: readonly string[]): void {
  const written = classes.join(' ') || null;
  if (written !== element.getAttribute('class')) writeOwnAttribute(element, 'class', written);
}
