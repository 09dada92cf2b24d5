import { didYouMean } from '../http/argument-problem.ts';
import { type Environment, variablesOf } from '../http/read-settings.ts';
import { serviceSettings } from '../http/settings.ts';
import { OperatorError } from './operator-error.ts';

/** Every environment variable that the service and its commands read. */
export const settingNames: readonly string[] = Object.values(variablesOf(serviceSettings));

/** Not `GEOLET_`, which begins the names of the proxy's settings: both programs may share one environment. */
const prefix = 'GEOLET_SERVICE_';

/**
 * Picks the settings out of environment variables. A name may carry the prefix, which wins over the plain name. Only
 * with the prefix is a misspelt name known to be meant for the service.
 *
 * @returns the settings that are not empty, without the prefix and without blanks around them.
 * @throws OperatorError for a name with the prefix that is not a setting.
 */
export function ownVariables(environment: Environment): Environment {
  for (const [name, value] of Object.entries(environment)) {
    const isUnknown = name.toUpperCase().startsWith(prefix) && !prefixedNames.has(name);
    if (isUnknown && value) {
      throw new OperatorError(
        `${name} is not a setting. ${prefix} takes one of these names: ${settingNames.join(' ')}.${didYouMean(name.toUpperCase(), [...prefixedNames])}`,
        { setting: name },
      );
    }
  }
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = environment[prefix + name]?.trim() || environment[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

const prefixedNames: ReadonlySet<string> = new Set(settingNames.map((name) => prefix + name));
