import { tokensOf } from '../../rules/markup/tokens.ts';
import { hiddenClass } from '../../rules/markup/visibility.ts';
import { writeClasses } from './classes.ts';
import { writeOwnAttribute } from './dom.ts';
import type { WriteTarget } from './write-target.ts';

/**
 * Whether an element shows. It reads null while it shows, else the value of `hidden`, or the class that stands for
 * it.
 */
export const visibilityTarget: WriteTarget = {
  read(element) {
    return hasHiddenClass(element.getAttribute('class')) ? hiddenClass : element.getAttribute('hidden');
  },
  write(element, value) {
    const classes = element.getAttribute('class');
    const isHidden = hasHiddenClass(classes);
    if (isHidden !== (value === hiddenClass)) {
      const others = tokensOf(classes).filter((token) => token !== hiddenClass);
      writeClasses(element, isHidden ? others : [...others, hiddenClass]);
    }
    writeOwnAttribute(element, 'hidden', value === hiddenClass ? null : value);
    return value;
  },
};

/** Nearly no element has the class, so a quick look comes first. */
function hasHiddenClass(classes: string | null): boolean {
  return !!classes?.includes(hiddenClass) && tokensOf(classes).includes(hiddenClass);
}
