import { listOf } from '../../rules/markup/plan.ts';
import { tokensOf } from '../../rules/text/normalize.ts';
import { writeOwnAttribute } from './dom.ts';
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
    const classes = tokensOf(element.getAttribute('class'));
    const owners = classes.filter((token) => !added.includes(token));
    const tokens = tokensOf(value).filter((token) => !owners.includes(token));
    const wanted = listOf([...owners, ...tokens]);
    // What is written again without need would be followed again, without end.
    if (element.getAttribute('class') !== wanted) writeOwnAttribute(element, 'class', wanted);
    return tokens.join(' ');
  },
};
