import { tokensOf } from '../../rules/markup/tokens.ts';
import { hiddenClass, isConditional } from '../../rules/markup/visibility.ts';
import { writeClasses } from './classes.ts';
import { writeOwnAttribute } from './dom.ts';
import type { Own } from '../dom/native.ts';
import type { WriteTarget } from './write-target.ts';

/**
 * Whether an element shows. It reads null while it shows, else the value of `hidden`, behind the class that stands for
 * it where both are there. A conditional element writes its `hidden` itself, so only the class is read and written.
 */
export const visibilityTarget: WriteTarget = {
  read(element) {
    const hidden = isConditional(element.localName) ? null : element.getAttribute('hidden');
    return hasHiddenClass(element) ? [hiddenClass, hidden ?? []].flat().join(' ') : hidden;
  },
  write(element, value) {
    const [token, hidden = null] = value?.split(' ') ?? [];
    const isHidden = token === hiddenClass;
    if (hasHiddenClass(element) !== isHidden) {
      const others = tokensOf(element.getAttribute('class')).filter((other) => other !== hiddenClass);
      writeClasses(element, isHidden ? [...others, hiddenClass] : others);
    }
    if (!isConditional(element.localName)) writeOwnAttribute(element, 'hidden', isHidden ? hidden : value);
    return value;
  },
};

/** Nearly no element has the class, so a quick look comes first. */
function hasHiddenClass(element: Own): boolean {
  const classes = element.getAttribute('class');
  return !!classes?.includes(hiddenClass) && tokensOf(classes).includes(hiddenClass);
}
