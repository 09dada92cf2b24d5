import { attributeOf, isComplete, writeAttribute } from './dom.ts';
import { native } from '../native.ts';

/** One thing on an element that a binding writes and can put back. */
export interface Slot {
  /**
   * What stands there now; undefined when it must be left alone for the moment.
   *
   * @param written what we wrote before, as it read.
   */
  read(element: Element, written: string | null | undefined): string | null | undefined;
  /** @returns how it reads now. */
  write(element: Element, value: string | null, written: string | null | undefined): string | null;
}

/**
 * The text of an element without element children: its first text node, so that a framework's node stays the
 * framework's. Where a translator or a script has put elements inside, the text is theirs.
 */
export const textSlot: Slot = {
  read(element) {
    const own = native(element);
    const { firstChild } = own;
    // Faster than `textContent`, and nearly all texts are one node.
    if (firstChild instanceof Text && !firstChild.nextSibling) return firstChild.data;
    return own.firstElementChild ? undefined : firstChild && own.textContent;
  },
  write(element, value) {
    const own = native(element);
    if (value === null) own.textContent = '';
    let rest = value ?? '';
    for (let node = own.firstChild; node; node = node.nextSibling) {
      if (node instanceof Text) {
        node.data = rest;
        rest = '';
      }
    }
    if (rest) own.append(rest);
    return value;
  },
};

export function attributeSlot(name: string): Slot {
  return {
    read: (element) => attributeOf(element, name),
    write: (element, value) => writeAttribute(element, name, value),
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a visitor sees in a field and could have changed: then it is theirs. `select` takes an option's value, else its text. */
export const valueSlot: Slot = {
  // Which options a field has, and which is its default, its end tells.
  read: (element) => (touched.has(element) || !isComplete(element) ? undefined : (element as Field).value),
  write(element, value) {
    const field = element as HTMLSelectElement;
    field.value = optionFor(element, value)?.value ?? value ?? '';
    // A list without such an option would show none at all.
    if (field.selectedIndex < 0) field.selectedIndex = defaultIndexOf(field);
    return field.value;
  },
};

/** Fields that a visitor has typed into or chosen from. */
export const touched = new WeakSet<EventTarget>();

/** Whether a field still holds what its markup says: autofill and other scripts leave no event behind. */
export function isUntouched(element: Element, wanted: string | null | undefined): boolean {
  if (native(document).activeElement === element) return false;
  if (!(element instanceof HTMLSelectElement))
    return (element as HTMLInputElement).value === (element as HTMLInputElement).defaultValue;
  return element.selectedIndex === defaultIndexOf(element) && !!optionFor(element, wanted);
}

function defaultIndexOf({ options }: HTMLSelectElement): number {
  return Math.max(
    [...options].findIndex((option) => option.defaultSelected),
    0,
  );
}

function optionFor(element: Element, value: string | null | undefined): HTMLOptionElement | undefined {
  const options = element instanceof HTMLSelectElement ? [...element.options] : [];
  const same = (text: string) => text.trim().toLowerCase() === value?.toLowerCase();
  return options.find((option) => same(option.value)) ?? options.find((option) => same(option.text));
}
