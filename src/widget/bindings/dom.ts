import { remembered } from '../../rules/remembered.ts';
import { native } from '../native.ts';

export function matches(element: Element, selector: string): boolean {
  return native(element).matches(selector);
}

export function attributeOf(element: Element, name: string): string | null {
  return native(element).getAttribute(name);
}

export function attributeNamesOf(element: Element): string[] {
  return native(element).getAttributeNames();
}

/** @param value null removes the attribute. @returns it. */
export function writeAttribute(element: Element, name: string, value: string | null): string | null {
  if (value === null) native(element).removeAttribute(name);
  else native(element).setAttribute(name, value);
  return value;
}

export function classesOf(element: Element): readonly string[] {
  return tokensOf(attributeOf(element, 'class'));
}

/** The words of a list of classes. */
export function tokensOf(list: string | null | undefined): readonly string[] {
  return (list ?? '').split(/\s+/).filter(Boolean);
}

/** No classes is no attribute: an element that had none gets none back. */
export function writeClasses(element: Element, classes: readonly string[]): void {
  const written = classes.join(' ') || null;
  if (written !== attributeOf(element, 'class')) writeAttribute(element, 'class', written);
}

/** Languages as they are written, in a spelling that `Intl` takes: some browsers call theirs `C`. */
const canonical = remembered((language: string) => Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0]);

/** The language of the text around an element. */
export function localeOf(element: Element): string {
  const around = native(element).closest('[lang]');
  return canonical((around && attributeOf(around, 'lang')) || navigator.language) ?? canonical(navigator.language) ?? 'en';
}

/** Whether the parser has passed the end of a node. Before that, text may still come into it. */
export function isComplete(node: Node): boolean {
  if (native(document).readyState !== 'loading') return true;
  for (let at: Node | null = node; at; at = native(at).parentNode) if (native(at).nextSibling) return true;
  return false;
}
