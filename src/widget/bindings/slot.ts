import { attributeOf, writeAttribute } from './dom.ts';

/** One thing on an element that a binding writes and can put back. */
export interface Slot {
  /** What stands there now; undefined when it must be left alone for the moment. */
  read(element: Element): string | null | undefined;
  write(element: Element, value: string | null): void;
}

/**
 * The text of an element without element children: its first text node, so that a framework's node stays the
 * framework's. Where a translator or a script has put elements inside, the text is theirs.
 */
export const textSlot: Slot = {
  read: (element) => (element.firstElementChild ? undefined : element.firstChild && element.textContent),
  write(element, value) {
    if (value === null) {
      element.textContent = '';
      return;
    }
    let node: Node | null = element.firstChild;
    if (node instanceof Text && !node.nextSibling) {
      node.data = value;
      return;
    }
    let rest = value;
    for (; node; node = node.nextSibling) {
      if (node instanceof Text) {
        node.data = rest;
        rest = '';
      }
    }
    if (rest) element.append(rest);
  },
};

export function attributeSlot(name: string): Slot {
  return {
    read: (element) => attributeOf(element, name),
    write: (element, value) => writeAttribute(element, name, value),
  };
}

/** What a visitor sees in a field and could have changed: then it is theirs. `select` takes an option's value, else its text. */
export const valueSlot: Slot = {
  read(element) {
    const field = element as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    return touched.has(element) ? undefined : field.value;
  },
  write(element, value) {
    const field = element as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    const option = field instanceof HTMLSelectElement && optionFor(field, value ?? '');
    field.value = option ? option.value : (value ?? '');
  },
};

/** Fields that a visitor has typed into or chosen from. */
export const touched = new WeakSet<EventTarget>();

export function optionFor(select: HTMLSelectElement, value: string): HTMLOptionElement | undefined {
  const options = [...select.options];
  const same = (text: string) => text.trim().toLowerCase() === value.toLowerCase();
  return options.find((option) => same(option.value)) ?? options.find((option) => same(option.text));
}
