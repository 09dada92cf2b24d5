import { attributeOf, classesOf, tokensOf, writeAttribute, writeClasses } from './dom.ts';
import type { Slot } from './slot.ts';
import { native } from '../native.ts';

/** Stands for `hidden` in page builders that only allow classes. The page's own CSS has a rule for it. */
const hiddenClass = 'geo-hidden';

/** Whether an element shows. It reads null while it shows, else the value of `hidden`, or the class that stands for it. */
export const visibilitySlot: Slot = {
  read(element) {
    const own = native(element);
    return hasHiddenClass(own.getAttribute('class')) ? hiddenClass : own.getAttribute('hidden');
  },
  write(element, value) {
    const isHidden = hasHiddenClass(attributeOf(element, 'class'));
    if (isHidden !== (value === hiddenClass)) {
      const others = classesOf(element).filter((token) => token !== hiddenClass);
      writeClasses(element, isHidden ? others : [...others, hiddenClass]);
    }
    writeAttribute(element, 'hidden', value === hiddenClass ? null : value);
    return value;
  },
};

/** Nearly no element has the class, so a quick look comes first. */
function hasHiddenClass(classes: string | null): boolean {
  return !!classes?.includes(hiddenClass) && tokensOf(classes).includes(hiddenClass);
}
