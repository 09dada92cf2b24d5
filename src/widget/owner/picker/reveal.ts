import { native } from '../../dom/native.ts';

/** Scrolls the page so that a panel as wide as the window does not lie over what is changed. */
export function reveal(target: Element, box: HTMLElement): void {
  const panel = box.getBoundingClientRect();
  const { top, bottom } = native(target).getBoundingClientRect();
  if (panel.width >= innerWidth && bottom > panel.top && top < panel.bottom)
    native(target).scrollIntoView({ block: panel.top > 0 ? 'start' : 'end' });
}
