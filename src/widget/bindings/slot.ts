import { attributeOf, writeAttribute } from './dom.ts';
import { native } from '../native.ts';

/** One thing of an element that a binding writes and can put back. */
export interface Slot {
  /**
   * Reads what stands there now. Undefined means that it must be left alone for the moment.
   *
   * @param written what we wrote before, as it read back.
   */
  read(element: Element, written: string | null | undefined): string | null | undefined;
  /** @returns how it reads now. */
  write(element: Element, value: string | null, written: string | null | undefined): string | null;
  /** Whether the first write may happen. Without it, it always may. */
  accepts?(element: Element, value: string | null): boolean;
}

/**
 * The text of an element without element children. It writes the first text node, so that a framework keeps its node.
 * If a translator or a script has put elements inside, the text is theirs.
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
    const { firstChild } = own;
    if (value !== null && firstChild instanceof Text && !firstChild.nextSibling) {
      firstChild.data = value;
      return value;
    }
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
