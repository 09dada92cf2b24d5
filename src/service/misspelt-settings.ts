/** Every variable that the service and its commands read. */
export const settingNames = [
  'HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'REDIS_URL', 'GEO_CITY_DB', 'GEO_ASN_DB', 'GEO_ISP_DB', 'GEO_CONNECTION_DB', 'KEY_LIMIT', 'FAILED_KEY_LIMIT',
  'TRUSTED_PROXIES', 'DATA_POLL_SECONDS', 'DRAIN_SECONDS', 'LOG_REQUESTS', 'GEO_UPDATE_URL',
] as const;

/**
 * The names have no prefix of their own, so only what is nearly one of them can be told from the variables of everything else. It is
 * worth telling: with REDIS_URI in place of REDIS_URL, each copy would count its limits for itself, and nobody would see it.
 *
 * @returns a line for each variable that is most likely meant as a setting and is none.
 */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (settingNames.some((setting) => setting === name)) return [];
    const meant = settingNames.find((setting) => !environment[setting] && isNearly(lettersOf(name), lettersOf(setting)));
    return meant === undefined ? [] : [`${name} is set, and is no setting: ${meant} is.`];
  });
}

const lettersOf = (name: string): string => name.replaceAll('_', '').toUpperCase();

/** Short names are near to too many others. */
function isNearly(letters: string, setting: string): boolean {
  return setting.length > 6 && edits(letters, setting) <= Math.floor(setting.length / 4);
}

/** How many letters have to be put in, left out or exchanged. https://en.wikipedia.org/wiki/Levenshtein_distance */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index++) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column++) next.push(Math.min((row[column] ?? 0) + (from[index] === to[column] ? 0 : 1), (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    row = next;
  }
  return row[to.length] ?? 0;
}
