import { SettingError } from '../http/setting-error.ts';

/**
 * Refuses to create the proxy. The message names the option, what is wrong with it, and what to write instead. Never
 * put a secret value into it.
 *
 * @param meant the value that the owner seems to mean.
 * @throws a SettingError, which is a TypeError.
 */
export function refuseOption(option: string, problem: string, fix: string, meant?: string | number): never {
  const setting = environmentName(option);
  throw new SettingError(
    setting,
    `The proxy's option ${option} (${setting}) ${problem}: ${meant === undefined ? '' : `did you mean ${meant}? Or `}${fix}.`,
  );
}

/** The environment variable that sets an option: `trustHeader` is GEOLET_TRUST_HEADER. */
export function environmentName(option: string): string {
  return `GEOLET_${option.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
