import { native } from '../../dom/native.ts';

/** What a suggestion is made of. An empty text is one that the owner has not written. */
export interface Suggestion {
  /** Where it leads. Already checked. */
  readonly href: string | undefined;
  readonly override: string;
  readonly label: string;
  readonly close: string;
  readonly lang: string;
}

/**
 * The bar or popup around the owner's words, which stay in the element's own slot.
 *
 * @param answered called when it was followed or closed.
 */
export function buildSuggestion(
  suggestion: Suggestion,
  answered: () => void,
): { readonly box: HTMLElement; readonly close: HTMLElement } {
  // A landmark that needs no name: as its name, the owner's words would be read twice.
  const box = part('aside', 'box');
  const action = buildAction(suggestion, answered);
  const message = (!suggestion.label && action) || native(document).createElement('span');
  message.part.value = 'message';
  message.append(native(document).createElement('slot'));
  box.append(message);
  if (suggestion.label && action) {
    action.textContent = suggestion.label;
    box.append(action);
  }
  const close = buildClose(suggestion.close, answered);
  box.append(close);
  return { box, close };
}

function buildAction({ href, override, lang }: Suggestion, answered: () => void): HTMLElement | undefined {
  if (href) {
    const link = part('a', 'action');
    link.href = href;
    link.hreflang = lang;
    link.addEventListener('click', answered);
    return link;
  }
  if (!override) return undefined;
  const button = part('button', 'action');
  button.type = 'button';
  button.addEventListener('click', () => {
    answered();
    void globalThis.geolet?.override(override);
  });
  return button;
}

function buildClose(words: string, answered: () => void): HTMLElement {
  const button = part('button', 'close');
  button.type = 'button';
  button.textContent = '×';
  button.ariaLabel = words || 'Close';
  if (!words) button.lang = 'en';
  button.addEventListener('click', answered);
  return button;
}

function part<Tag extends 'a' | 'aside' | 'button'>(tag: Tag, name: string): HTMLElementTagNameMap[Tag] {
  const element = native(document).createElement(tag);
  element.part.value = name;
  return element;
}
