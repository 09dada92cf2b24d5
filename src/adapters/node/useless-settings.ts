import { nearMisses } from '../../http/near-misses.ts';
import type { Environment, Variables } from '../../http/read-settings.ts';
import { proxySettings } from '../../http/settings.ts';
import { closest } from '../../record/closest.ts';
import { exposedSecrets } from './configuration-file.ts';
import { documentation } from '../../proxy/node/documentation.ts';

const secrets = Object.entries(proxySettings).flatMap(([name, row]) => ('isSecret' in row ? name : []));

/** Lines to print at the start. They do not stop the program. @param settings all that it reads. */
export function warningsOf(variables: Environment, settings: Variables): string[] {
  const file = variables['GEOLET_CONFIG'];
  const known = ['GEOLET_CONFIG', ...Object.values(settings)];
  return [
    ...uselessVariables(variables, known),
    ...nearMisses(
      withoutPrefix(variables),
      known.filter((name) => !hasPrefix(name)),
    ),
    ...(file ? exposedSecrets(file, secrets) : []),
  ];
}

const hasPrefix = (name: string): boolean => /^GEOLET_/i.test(name);

/**
 * A line for each variable that does nothing although it is named like a setting: it is misspelt, or another one is
 * missing.
 */
function uselessVariables(variables: Environment, known: readonly string[]): string[] {
  return Object.keys(variables).flatMap((name) => {
    // Settings with this prefix are the service's, which may run in the same environment.
    if (!/^GEOLET_(?!SERVICE_)/i.test(name) || !variables[name]) return [];
    if (!known.includes(name)) {
      const meant = meantBy(name, known);
      return [`${name} is set, and is not a setting. ${meant ? `Write ${meant} instead.` : allSettings()}`];
    }
    const isForPages = name.startsWith('GEOLET_PAGES_') && !variables['GEOLET_PAGES'] && !variables['GEOLET_CONFIG'];
    return isForPages ? [`${name} is set, and does nothing without GEOLET_PAGES.`] : [];
  });
}

/** Those with our prefix are looked at apart. */
function withoutPrefix(variables: Environment): Environment {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !hasPrefix(name)));
}

/** The setting that a typo was meant to be, whatever its prefix, underscores and case. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toUpperCase().replace('GEOLET_', '').replaceAll('_', '');
  const meant = closest(plain(name), known.map(plain));
  return known.find((one) => plain(one) === meant);
}

const allSettings = (): string => `All settings: ${documentation('proxy')}`;
