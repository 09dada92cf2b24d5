import { isComplete } from './dom.ts';
import type { WriteTarget } from './write-target.ts';
import { native } from '../dom/native.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields that a visitor has typed into or chosen from. Their values belong to the visitor. */
const touched = new WeakSet<EventTarget>();

export function watchTyping(signal: AbortSignal): void {
  addEventListener('input', ({ target }) => target && touched.add(target), { signal, capture: true });
}

/** The value that a visitor sees in a field. A `select` takes the value of an option, else its text. */
export const fieldTarget: WriteTarget = {
  // Only a complete field has all of its options, and its default.
  read(element) {
    const field = element as Field;
    return touched.has(field) || !isComplete(field) ? undefined : field.value;
  },
  write(element, value) {
    const field = element as HTMLSelectElement;
    field.value = optionFor(field, value)?.value ?? value ?? '';
    // Without such an option, the list would show nothing at all.
    if (field.selectedIndex < 0) field.selectedIndex = defaultIndexOf(field);
    return field.value;
  },
};

/** Whether a field still holds what its markup says: autofill and other scripts cause no event. */
export function isUntouched(element: Element, wanted: string | null): boolean {
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

function optionFor(element: Element, value: string | null): HTMLOptionElement | undefined {
  const options = element instanceof HTMLSelectElement ? [...element.options] : [];
  const isSame = (text: string) => text.trim().toLowerCase() === value?.toLowerCase();
  return options.find((option) => isSame(option.value)) ?? options.find((option) => isSame(option.text));
}
