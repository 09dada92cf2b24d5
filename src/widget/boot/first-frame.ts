import type { Answer } from '../../rules/conditions/clause.ts';
import type { Facts } from '../../rules/facts.ts';
import { aloneSlot } from '../../rules/markup/written.ts';
import type { ShownPrice } from '../../rules/money/price.ts';
import { isComplete, localeOf } from '../bindings/dom.ts';
import { removeCopies, showPart } from '../elements/parts.ts';
import { native } from '../dom/native.ts';
import { partOf, valueOfElement } from '../dom/page-markup.ts';

/**
 * Shows what elements will show while their file is still on its way: for `geo-if`, `geo-text` and `geo-currency` in
 * the document (`docs/decisions/0050-repeat-visits-are-right-from-the-first-frame.md`). The result stands in a shadow root, which the element
 * takes over and fills again before anything is painted.
 *
 * @param answerOf answers the condition in an element's attributes.
 * @returns a function to call with the facts whenever they or the page have changed.
 */
export function createFirstFrame(
  answerOf: (element: Element, facts: Facts) => Answer,
): (facts: Facts | undefined) => void {
  /** The facts that each element was last filled for; false while the parser may still bring more children. */
  const filledFor = new WeakMap<Element, Facts | false | undefined>();
  return (facts) => {
    const waiting = native(document).querySelectorAll(
      ':is(geo-if,geo-text,geo-currency):not(:defined,[data-geo-ignore],[data-geo-ignore] *)',
    );
    for (const host of waiting) {
      if (filledFor.get(host) === facts) continue;
      if (host.localName === 'geo-if') showCondition(host, facts && answerOf(host, facts), facts);
      else showValue(host, facts && valueOfElement(host, facts, localeOf(host)));
      filledFor.set(host, isComplete(host) && facts);
    }
  };
}

function showCondition(host: Element, answer: Answer, facts: Facts | undefined): void {
  const part = partOf(host, answer);
  // Before there are facts, most elements were never changed.
  if (!facts && !host.shadowRoot) return;
  const { alone, isOff } = showPart(host, part, facts);
  if (!facts) removeCopies(host);
  const slot = create('slot');
  if (alone) slot.setAttribute('name', aloneSlot);
  const sheet = new CSSStyleSheet();
  // Without content there is no box, whatever the page's CSS says.
  if (isOff) sheet.replaceSync(':host{display:none!important}');
  render(host, slot).adoptedStyleSheets = [sheet];
}

function showValue(host: Element, value: ShownPrice | undefined): void {
  if (!value) {
    host.shadowRoot?.replaceChildren(create('slot'));
    return;
  }
  // Isolated from the surrounding text as in the elements: words in the page's direction, each price in its own.
  const bidi = host.localName === 'geo-text' ? 'isolate' : 'plaintext';
  render(
    host,
    ...(value.was ? [create('s', 'was', value.was, bidi), ' '] : []),
    create('span', 'value', value.text, bidi),
  );
}

function render(host: Element, ...nodes: (Node | string)[]): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren(...nodes);
  return root;
}

function create(tag: string, part = '', text = '', bidi = ''): Element {
  const element = native(document).createElement(tag);
  element.part.value = part;
  element.style.unicodeBidi = bidi;
  element.textContent = text;
  return element;
}
