/**
 * Ends the creation of the proxy: which option, what is wrong with it, and what to write instead. The problem is told
 * without the value where the value is a secret.
 */
export function refuseOption(option: string, problem: string, fix: string): never {
  throw new TypeError(`The proxy's option ${option} (${environmentName(option)}) ${problem}: ${fix}.`);
}

/** The environment variable that sets an option: `trustHeader` is GEOLET_TRUST_HEADER. */
export function environmentName(option: string): string {
  return `GEOLET_${option.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
