import type { Own } from '../dom/native.ts';
import { writeOwnAttribute } from './dom.ts';

/** One thing of an element that a binding writes and can put back. */
export interface WriteTarget {
  /**
   * Reads what stands there now. Undefined means that it must be left alone for the moment.
   *
   * @param written what we wrote before, as it read back.
   */
  read(element: Own, written: string | null | undefined): string | null | undefined;
  /** @returns how it reads now. */
  write(element: Own, value: string | null, written: string | null | undefined): string | null;
}

/**
 * The text of an element without element children. It writes the first text node, so that a framework keeps its node.
 * If a translator or a script has put elements inside, the text is theirs.
 */
export const textTarget: WriteTarget = {
  read(element) {
    const { firstChild } = element;
    // Faster than `textContent`, and nearly all texts are one node.
    if (firstChild instanceof Text && !firstChild.nextSibling) return firstChild.data;
    return element.firstElementChild ? undefined : firstChild && element.textContent;
  },
  write(element, value) {
    if (value === null) element.textContent = '';
    let rest = value ?? '';
    for (let node = element.firstChild; node; node = node.nextSibling) {
      if (node instanceof Text) {
        node.data = rest;
        rest = '';
      }
    }
    if (rest) element.append(rest);
    return value;
  },
};

export function attributeTarget(name: string): WriteTarget {
  return {
    read: (element) => element.getAttribute(name),
    write(element, value) {
      writeOwnAttribute(element, name, value);
      return value;
    },
  };
}
