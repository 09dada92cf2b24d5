/** `notCity` for `not-city`, as frameworks spell it. */
function propertyOf(attribute: string): string {
  return attribute.replaceAll(/-(.)/g, (_hyphen, letter: string) => letter.toUpperCase());
}

/**
 * Gives a class of elements a property for each of its attributes, which frameworks set instead. A property reads and
 * writes the attribute: true is written without a value, null and undefined take it away, and anything else is
 * written as text, so that `eu={false}` says `eu="false"`.
 *
 * Names that every element has, such as `hidden` and `lang`, stay the platform's.
 */
export function reflectAttributes({ prototype }: CustomElementConstructor, attributes: readonly string[]): void {
  for (const attribute of attributes) {
    const property = propertyOf(attribute);
    if (property in prototype) continue;
    const descriptor: PropertyDescriptor & { readonly __proto__: null } = {
      // A page may have put a `value` on Object.prototype, which no property with a getter may have.
      __proto__: null,
      enumerable: true,
      get(this: Element) {
        return this.getAttribute(attribute);
      },
      set(this: Element, given: string | number | boolean | null | undefined) {
        if (given == null) this.removeAttribute(attribute);
        else this.setAttribute(attribute, given === true ? '' : String(given));
      },
    };
    Object.defineProperty(prototype, property, descriptor);
  }
}

/**
 * Frameworks set properties also on elements that are not defined yet: those stand on the element itself, and would
 * hide the class's.
 */
export function takeEarlyProperties(element: Element): void {
  for (const [name, early] of Object.entries(element)) {
    if (
      Object.getOwnPropertyDescriptor(element.constructor.prototype, name)?.set &&
      Reflect.deleteProperty(element, name)
    )
      Reflect.set(element, name, early);
  }
}
