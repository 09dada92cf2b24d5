import { frame } from './members.ts';
import type { HostElement } from './lazy-parts.ts';
import { native } from '../native.ts';

/** The page's own `[hidden] { display: none !important }` gives way to a shadow tree's. */
const style = `
  ::slotted([slot=locate]) { margin-inline-start: 0.5em }
  slot[data-usable]::slotted([hidden]) { display: inline-block !important }
`;

/**
 * Makes room beside what an element shows for the owner's button, which asks the browser where the visitor is.
 *
 * @param use called with each answer.
 * @returns the button's slot; written `hidden`, the button shows while that has `data-usable`.
 */
export function addLocateButton(element: HostElement, use: PositionCallback): HTMLSlotElement {
  const root = element.shadowRoot;
  const box = native(document).createElement('span');
  const slot = native(document).createElement('slot');
  const sheet = new CSSStyleSheet();
  let asking = false;
  slot.name = 'locate';
  slot.addEventListener('click', ({ isTrusted }) => {
    if (asking || !isTrusted) return;
    asking = true;
    // Only what a visitor has asked for is read out; it must be so before the words change.
    box.setAttribute('role', 'status');
    navigator.geolocation.getCurrentPosition(
      (position) => {
        asking = false;
        use(position);
      },
      () => (asking = false),
      { timeout: 30_000, maximumAge: 300_000 },
    );
  });
  if (root) {
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    box.append(...root.childNodes);
    root.append(box, slot);
    element[frame] = box;
  }
  return slot;
}
