/**
 * What the owner says about money, in `window.geoletConfig` or else in the settings block. An element with the id
 * `geoletConfig` is a property of window too, so that only own properties count.
 */
export function ownerSetting(block: (name: string) => unknown, name: 'rates' | 'ratesMaxAgeDays' | 'charm'): unknown {
  const config: unknown = globalThis.geoletConfig;
  const given: unknown = typeof config === 'object' && config && Object.hasOwn(config, name) ? Reflect.get(config, name) : undefined;
  return given ?? block(name);
}
