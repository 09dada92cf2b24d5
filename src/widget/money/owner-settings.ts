/**
 * The owner's settings about money, from `window.geoletConfig` or else from the settings block. A form with the id
 * `geoletConfig` is a property of `window` too, and its fields are elements, which are ignored.
 */
export function ownerSetting(block: (name: string) => unknown, name: 'rates' | 'ratesMaxAgeDays' | 'charm'): unknown {
  const config: unknown = globalThis.geoletConfig;
  const given: unknown =
    typeof config === 'object' && config && Object.hasOwn(config, name) ? Reflect.get(config, name) : undefined;
  return given === undefined || given instanceof Element ? block(name) : given;
}
