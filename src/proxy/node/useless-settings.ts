import { nearMisses } from '../../http/near-misses.ts';
import { closest } from '../../record/closest.ts';
import { exposedSecrets, ownVariables, type Variables } from './configuration-file.ts';
import { documentation } from './documentation.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const secrets = ['key', 'secondKey', 'doctorSecret'];

/**
 * Lines to print at the start. They do not stop the program.
 *
 * @param options the variables of the proxy's options.
 * @param more settings that are not the proxy's.
 */
export function warningsOf(variables: Environment, options: Variables, more: Variables): string[] {
  const file = variables['GEOLET_CONFIG'];
  const known = [
    'GEOLET_CONFIG',
    ownVariables.metrics,
    ownVariables.check,
    ownVariables.rates,
    ownVariables.ratesMaxAgeDays,
    ...Object.values(options),
    ...Object.values(more),
  ];
  const own = [...Object.values(ownVariables), ...Object.values(more)];
  return [
    ...uselessVariables(variables, known),
    ...nearMisses(withoutPrefix(variables), own),
    ...(file ? exposedSecrets(file, secrets) : []),
  ];
}

/**
 * A line for each variable that does nothing although it is named like a setting: it is misspelt, or another one is
 * missing.
 */
function uselessVariables(variables: Environment, known: readonly string[]): string[] {
  return Object.keys(variables).flatMap((name) => {
    // Settings with this prefix are the service's, which may run in the same environment.
    if (!/^GEOLET_(?!SERVICE_)/i.test(name) || !variables[name]) return [];
    if (!known.includes(name)) {
      const meant = meantBy(name, [...known, ...Object.values(ownVariables)]);
      return [`${name} is set, and is not a setting. ${meant ? `Write ${meant} instead.` : allSettings()}`];
    }
    const isForPages = name.startsWith('GEOLET_PAGES_') && !variables['GEOLET_PAGES'] && !variables['GEOLET_CONFIG'];
    return isForPages ? [`${name} is set, and does nothing without GEOLET_PAGES.`] : [];
  });
}

/** Those with our prefix are looked at apart. */
function withoutPrefix(variables: Environment): Environment {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !/^GEOLET_/i.test(name)));
}

/** The setting that a typo was meant to be, whatever its prefix, underscores and case. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toUpperCase().replace('GEOLET_', '').replaceAll('_', '');
  const meant = closest(plain(name), known.map(plain));
  return known.find((one) => plain(one) === meant);
}

const allSettings = (): string => `All settings: ${documentation('proxy')}`;
