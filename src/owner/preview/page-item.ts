import { native } from '../../widget/dom/native.ts';
import type { Finding } from '../../widget/api/owner-tools.ts';

/** A line about something on the page, with a button that leads there. */
export function createItem({ words, element, code }: Finding): HTMLElement {
  const item = native(document).createElement('li');
  const sentence = native(document).createElement('p');
  sentence.textContent = words;
  item.append(sentence);
  if (code) {
    const name = native(document).createElement('code');
    name.textContent = code;
    item.append(name);
  }
  if (element) {
    const button = native(document).createElement('button');
    button.type = 'button';
    button.textContent = 'Show';
    // A list of buttons that are all called the same says nothing.
    button.ariaLabel = `Show: ${words}`;
    button.addEventListener('click', () => lead(element));
    item.append(button);
  }
  return item;
}

/** Scrolls to the element, or to what is around one without a box, and marks it for a moment. */
function lead(element: Element): void {
  let shown = element;
  while (!native(shown).getClientRects().length && native(shown).parentElement)
    shown = native(shown).parentElement ?? shown;
  shown.scrollIntoView({ block: 'center' });
  shown.animate(
    [
      { outline: '3px solid #d9a514', outlineOffset: '3px' },
      { outline: '3px solid #d9a51400', outlineOffset: '3px' },
    ],
    2500,
  );
}
