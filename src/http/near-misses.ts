import { closest } from '../record/closest.ts';

/** Shorter names are near to many that others need, as PATH is to PORT. */
const leastLength = 7;

/**
 * A line for each variable whose name has no prefix of ours and is a letter or two from a setting that is not set: it
 * may be misspelt. It may also be another program's.
 */
export function nearMisses(
  variables: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  return Object.keys(variables).flatMap((name) => {
    if (!variables[name] || name.length < leastLength || settings.includes(name)) return [];
    const own = name.replace(/^GEOLET_(SERVICE_)?/, '');
    const meant = settings.includes(own) ? own : closest(name, settings);
    return meant === undefined || variables[meant]
      ? []
      : [`${name} is set, and is not a setting. Did you mean ${meant}?`];
  });
}
