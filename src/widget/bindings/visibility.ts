import { attempt } from '../../rules/attempt.ts';
import { attributeOf, classesOf, writeAttribute, writeClasses } from './dom.ts';
import type { Slot } from './slot.ts';
import { native } from '../native.ts';

/** For builders that allow only classes: it stands for `hidden`, with a rule in the page's own CSS. */
const hiddenClass = 'geo-hidden';

/** The value of `hidden` where it is ours. */
export const hiddenByUs = 'geo';

/** Where the class stood among the others, for as long as those stay the same. */
const classesBefore = new WeakMap<Element, readonly string[]>();

/** Null is shown; what hides an element is its `hidden` attribute or the class that stands for it. */
export const visibilitySlot: Slot = {
  read: (element) => (hasHiddenClass(element) ? hiddenClass : attributeOf(element, 'hidden')),
  write(element, value) {
    const isHidden = hasHiddenClass(element);
    if (isHidden !== (value === hiddenClass)) {
      const all = classesOf(element);
      const others = all.filter((token) => token !== hiddenClass);
      const before = classesBefore.get(element);
      const unchanged = before?.filter((token) => token !== hiddenClass).join() === others.join();
      if (isHidden) classesBefore.set(element, all);
      writeClasses(element, isHidden ? others : before && unchanged ? before : [...others, hiddenClass]);
    }
    writeAttribute(element, 'hidden', value === hiddenClass ? null : value);
    return value;
  },
};

/** Asked of every element that shows or hides, and nearly none has it. */
function hasHiddenClass(element: Element): boolean {
  return !!attributeOf(element, 'class')?.includes(hiddenClass) && classesOf(element).includes(hiddenClass);
}

/**
 * Where the page's own CSS still gives a hidden element a box (`.card { display: flex }`), it would show, hidden by us or as written. By CSSOM, which a
 * Content Security Policy allows, and with the weight of an id against the page's own `!important`. Against one in a layer, as of Tailwind's
 * `flex!`, nothing has weight: then its box is neither seen nor in the way.
 */
const hidingSheet = attempt(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:is([hidden=${hiddenByUs}],:is([data-geo-show],[data-geo-hide])[hidden='']):not(#_){display:none!important;visibility:hidden!important;position:fixed!important}`,
  );
  return sheet;
});

/** Asked after each pass: a page that lists sheets of its own, or is written anew, has dropped ours. */
export function styleHidden(root: Node, on: boolean): void {
  attempt(() => {
    const tree = native(native(root).getRootNode() as Document | ShadowRoot);
    const sheets = tree.adoptedStyleSheets;
    if (hidingSheet && sheets.includes(hidingSheet) !== on)
      tree.adoptedStyleSheets = on ? [...sheets, hidingSheet] : sheets.filter((sheet) => sheet !== hidingSheet);
  });
}
