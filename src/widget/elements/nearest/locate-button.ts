import type { HostElement } from '../lazy-parts.ts';
import { native } from '../../dom/native.ts';

/** An `!important` rule of a shadow tree goes before the page's own `[hidden] { display: none !important }`. */
const style = `
  ::slotted([slot=locate]) { margin-inline-start: 0.5em }
  slot[data-usable]::slotted([hidden]) { display: inline-block !important }
`;

/**
 * Adds a slot for the owner's button beside the content of an element. A click asks the browser where the visitor is.
 *
 * @param use called with each position.
 * @returns the button's slot. A button that is written `hidden` shows while the slot has `data-usable`.
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
    // Screen readers announce only changes that a visitor has asked for. The role must be there before the words
    // change.
    box.setAttribute('role', 'status');
    navigator.geolocation.getCurrentPosition(
      (position) => {
        asking = false;
        use(position);
      },
      () => {
        asking = false;
      },
      { timeout: 30_000, maximumAge: 300_000 },
    );
  });
  if (root) {
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    box.append(...root.childNodes);
    root.append(box, slot);
    element._output = box;
  }
  return slot;
}
