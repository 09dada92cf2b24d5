import { isComplete } from '../dom/nodes.ts';
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
    fill(element as Field, value);
    queueMicrotask(() => announce(element as Field, value));
    return (element as Field).value;
  },
};

function fill(field: Field, value: string | null): void {
  // React puts a setter of its own on fields, and hears of no value that went through it.
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', optionFor(field, value)?.value ?? value ?? '', field);
  // Without such an option, the list would show nothing at all.
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = defaultIndexOf(field);
}

/**
 * As if the visitor had chosen it, for what depends on the field. It is still not theirs. What hears of another field
 * may have rendered this one in the meantime, as it was.
 */
function announce(field: Field, value: string | null): void {
  fill(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  touched.delete(field);
}

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
