import { attributeOf, classesOf, writeAttribute, writeClasses } from './dom.ts';
import type { Slot } from './slot.ts';

/** For builders that allow only classes: it stands for `hidden`, with a rule in the page's own CSS. */
const hiddenClass = 'geo-hidden';

/** The inline `display` that was there before ours. */
const covered = new WeakMap<Element, { readonly value: string; readonly priority: string; readonly hadStyle: boolean }>();

/** Where the class stood among the others, for as long as those stay the same. */
const classesBefore = new WeakMap<Element, readonly string[]>();

/** Elements hidden since the last look at how the page's CSS shows them. */
let hiddenNow: HTMLElement[] = [];

/** Null is shown; what hides an element is its `hidden` attribute or the class that stands for it. */
export const visibilitySlot: Slot = {
  read: (element) => (classesOf(element).includes(hiddenClass) ? hiddenClass : attributeOf(element, 'hidden')),
  write(element, value) {
    const all = classesOf(element);
    const others = all.filter((token) => token !== hiddenClass);
    if (value === hiddenClass) {
      const before = classesBefore.get(element);
      const unchanged = before?.filter((token) => token !== hiddenClass).join() === others.join();
      writeClasses(element, before && unchanged ? before : [...others, hiddenClass]);
    } else if (others.length < all.length) {
      classesBefore.set(element, all);
      writeClasses(element, others);
    }
    writeAttribute(element, 'hidden', value === hiddenClass ? null : value);
    if (value === null) uncover(element as HTMLElement);
    else hiddenNow.push(element as HTMLElement);
  },
};

/**
 * Where the page's own CSS still gives a hidden element a box (`.card { display: flex }`), `display: none` is set by
 * CSSOM, which a Content Security Policy allows. Looked at once for a whole batch, since each look costs a style pass.
 */
export function coverHidden(): void {
  const boxed = hiddenNow.filter((element) => attributeOf(element, 'hidden') !== null && element.isConnected && getComputedStyle(element).display !== 'none');
  hiddenNow = [];
  for (const element of boxed) {
    const { style } = element;
    covered.set(element, { value: style.getPropertyValue('display'), priority: style.getPropertyPriority('display'), hadStyle: element.hasAttribute('style') });
    style.setProperty('display', 'none', 'important');
  }
}

function uncover(element: HTMLElement): void {
  const before = covered.get(element);
  if (!before) return;
  covered.delete(element);
  element.style.setProperty('display', before.value, before.priority);
  // Without the read, Chromium and WebKit leave an empty `style` attribute behind.
  if (!before.hadStyle && element.getAttribute('style') !== undefined) element.removeAttribute('style');
}
