// @ts-check

import { create } from '../dom.js';
import { partsOf } from '../markup-parts.js';

/**
 * Colours the text of a field, by a copy of it that lies under it.
 *
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement} copy
 */
export function colourAsTyped(field, copy) {
  const colour = () => {
    const parts = field.value.split(/(?<=\n)/).flatMap((line) => partsOf(line));
    copy.replaceChildren(
      ...parts.map(({ words, part }) => (part ? create('span', { 'data-part': part }, [words]) : words)),
      // A last line that is empty has no height otherwise.
      '\n',
    );
  };
  field.addEventListener('input', colour);
  return colour;
}
