import { native } from '../../dom/native.ts';

/** Scrolls the page so that a panel as wide as the window does not lie over what is changed. */
export function reveal(target: Element, box: HTMLElement): void {
  const panel = box.getBoundingClientRect();
  if (panel.width < innerWidth) return;
  const own = native(target);
  const [start, end] = panel.top > 0 ? [0, panel.top] : [panel.bottom, innerHeight];
  const { top, bottom } = own.getBoundingClientRect();
  if (top >= start && bottom <= end) return;
  own.scrollIntoView({ block: 'center', behavior: 'instant' });
  const now = own.getBoundingClientRect();
  // To the middle of what is free: a header of the page may stand at its edge.
  scrollBy({ top: now.top - Math.max(start, (start + end - now.height) / 2), behavior: 'instant' });
}
