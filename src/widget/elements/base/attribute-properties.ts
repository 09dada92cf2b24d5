/** `notCity` for `not-city`, as frameworks spell it. */
export function propertyOf(attribute: string): string {
  return attribute.replaceAll(/-(.)/g, (_hyphen, letter: string) => letter.toUpperCase());
}

/**
 * A property that reads and writes an attribute: true is written without a value, null and undefined take it away, and
 * anything else is written as text, so that `eu={false}` says `eu="false"`.
 */
export function attributeProperty(attribute: string): PropertyDescriptor {
  const descriptor: PropertyDescriptor & { readonly __proto__: null } = {
    // A page may have put a `value` on Object.prototype, which no property with a getter may have.
    __proto__: null,
    configurable: true,
    enumerable: true,
    get(this: Element) {
      return this.getAttribute(attribute);
    },
    set(this: Element, given: string | number | boolean | null | undefined) {
      const value = given === true ? '' : given;
      const text = value == null ? null : String(value);
      // lit sets it again when the attribute has changed.
      if (text === this.getAttribute(attribute)) return;
      if (text === null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, text);
    },
  };
  return descriptor;
}
