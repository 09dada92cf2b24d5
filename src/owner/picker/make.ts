import { native } from '../../widget/dom/native.ts';

/** Makes an element with these properties and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = native(document).createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** @returns words for people, in which what is quoted runs its own way: Arabic ends on the left in a sentence in English, too. */
export function withQuotes(words: string): (Node | string)[] {
  return words.split(/(?<=“)([^“”]*)(?=”)/).map((part, index) => (index % 2 ? make('bdi', {}, part) : part));
}

export function makeButton(text: string, act: () => void, name = text): HTMLButtonElement {
  const button = make('button', { type: 'button', textContent: text });
  // A list of buttons that are all called the same says nothing.
  if (name !== text) button.ariaLabel = name;
  button.addEventListener('click', act);
  return button;
}

export function makeSelect(options: Iterable<readonly [value: string, text: string]>): HTMLSelectElement {
  return make('select', {}, ...[...options].map(([value, text]) => make('option', { value, textContent: text })));
}

/** A field with its name above. */
export function labelled(name: string, field: HTMLElement): HTMLLabelElement {
  return make('label', { className: 'field' }, make('span', { textContent: name }), field);
}
