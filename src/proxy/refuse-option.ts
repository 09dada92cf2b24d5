/**
 * Refuses to create the proxy. The message names the option, what is wrong with it, and what to write instead. Never
 * put a secret value into it.
 *
 * @throws a TypeError.
 */
export function refuseOption(option: string, problem: string, fix: string): never {
  throw new TypeError(`The proxy's option ${option} (${environmentName(option)}) ${problem}: ${fix}.`);
}

/** The environment variable that sets an option: `trustHeader` is GEOLET_TRUST_HEADER. */
export function environmentName(option: string): string {
  return `GEOLET_${option.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
