import { native } from '../../widget/dom/native.ts';
import { narrow } from './picker-style.ts';

/** Scrolls the page so that a panel as wide as the window does not lie over what is changed. */
export function reveal(target: Element, box: HTMLElement): void {
  if (!matchMedia(narrow).matches) return;
  box.removeAttribute('data-low');
  if (bringIntoSight(target, box)) return;
  // The page ends there, and scrolls no further: the panel goes to the other end of the window.
  box.toggleAttribute('data-other-side');
  if (bringIntoSight(target, box)) return;
  // A page that hardly scrolls has a middle, which lies under a high panel at either end.
  box.toggleAttribute('data-other-side');
  box.setAttribute('data-low', '');
  bringIntoSight(target, box);
  const root = box.getRootNode();
  // What has the focus in the panel, which is lower now.
  if (root instanceof ShadowRoot) root.activeElement?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

/** @returns whether it is seen, or as much of it as there is room for. */
function bringIntoSight(target: Element, box: HTMLElement): boolean {
  const own = native(target);
  const panel = box.getBoundingClientRect();
  const [start, end] = panel.top > 0 ? [0, panel.top] : [panel.bottom, innerHeight];
  const { top, bottom } = own.getBoundingClientRect();
  if (top >= start && bottom <= end) return true;
  own.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = own.getBoundingClientRect();
  // To the middle of what is free: a header of the page may stand at its edge.
  scrollBy({ top: before.top - Math.max(start, (start + end - before.height) / 2), behavior: 'instant' });
  const now = own.getBoundingClientRect();
  // Places on the screen are in parts of pixels.
  return now.top > start - 1 && now.top + Math.min(now.height, end - start) < end + 1;
}
