import { planVisibility, visibilityIn } from '../../rules/markup/plan.ts';
import { writeOwnAttribute } from './dom.ts';
import type { WriteTarget } from './write-target.ts';

/** Whether an element shows, as `visibilityIn` reads it. */
export const visibilityTarget: WriteTarget = {
  read: (element) => visibilityIn(element.localName, element.getAttribute('class'), element.getAttribute('hidden')),
  write(element, value) {
    planVisibility(element.localName, element.getAttribute('class'), value, (name, wanted) =>
      writeOwnAttribute(element, name, wanted),
    );
    return value;
  },
};
