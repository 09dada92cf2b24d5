import { native } from '../../dom/native.ts';

/**
 * Shows a box in the browser's top layer, where `z-index`, `transform` and `overflow` of the elements around it have no
 * effect. Browsers without popovers show it where it stands, and so do pages that give it another `position`.
 *
 * @param button a button in it.
 */
export function showInTopLayer(box: HTMLElement, button: HTMLElement, signal: AbortSignal): void {
  const show = () => {
    if (!('popover' in box) || box.matches(':popover-open') || isOwnerChanging()) return;
    // Until it opens it has no box, or WebKit would leave it where that is.
    box.popover = 'manual';
    const isFixed = getComputedStyle(box).position === 'fixed';
    if (isFixed) box.showPopover();
    // A modal dialog makes all else inert. What nobody can click must not cover it.
    if (!isFixed || !isClickable(button)) box.popover = null;
  };
  show();
  // `close` of a dialog does not bubble, and a dialog that is removed sends none: then it rises at the visitor's next click.
  for (const event of ['close', 'fullscreenchange', 'pointerdown'])
    native(document).addEventListener(event, show, { capture: true, signal });
}

function isClickable(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  const root = button.getRootNode();
  return root instanceof ShadowRoot && root.elementFromPoint(left + width / 2, top + height / 2) === button;
}

/** Whether the owner changes the page: what lies over the page for that must lie over the box, too. */
function isOwnerChanging(): boolean {
  return !!native(document).querySelector('geo-preview')?.shadowRoot?.querySelector('[data-changing]');
}
