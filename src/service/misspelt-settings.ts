/** Every variable that the service and its commands read. */
export const settingNames = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'REDIS_URL',
  'GEO_CITY_DB',
  'GEO_ASN_DB',
  'GEO_ISP_DB',
  'GEO_CONNECTION_DB',
  'KEY_LIMIT',
  'FAILED_KEY_LIMIT',
  'TRUSTED_PROXIES',
  'DATA_POLL_SECONDS',
  'DRAIN_SECONDS',
  'LOG_REQUESTS',
  'GEO_UPDATE_URL',
] as const;

/**
 * The names have no prefix of their own, so only what is one slip away from one of them can be told from the variables of everything else. It is
 * worth telling: with REDIS_URI in place of REDIS_URL, each copy would count its limits for itself, and nobody would see it.
 *
 * @returns a line for each variable that is most likely meant as a setting and is none.
 */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (settingNames.some((setting) => setting === name)) return [];
    const meant = settingNames.find(
      (setting) => !environment[setting] && isNearly(lettersOf(name), lettersOf(setting)),
    );
    return meant === undefined ? [] : [`${name} is set, and is no setting: ${meant} is.`];
  });
}

const lettersOf = (name: string): string => name.replaceAll('_', '').toUpperCase();

/** Short names are near to too many others. What is two letters off may be right elsewhere: DATABASE_SSL, REDIS_TLS. */
function isNearly(letters: string, setting: string): boolean {
  return setting.length > 6 && (singular(letters) === singular(setting) || isOneSlip(letters, setting));
}

function singular(letters: string): string {
  return letters.replace(/IES$/, 'Y').replace(/S$/, '');
}

/** One letter put in, left out or exchanged, or two neighbours that changed places. */
function isOneSlip(written: string, meant: string): boolean {
  const shorter = Math.min(written.length, meant.length);
  let same = 0;
  while (same < shorter && written[same] === meant[same]) same++;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - same && written.at(-1 - sameAtEnd) === meant.at(-1 - sameAtEnd)) sameAtEnd++;
  const left = written.slice(same, written.length - sameAtEnd);
  const wanted = meant.slice(same, meant.length - sameAtEnd);
  return (left.length < 2 && wanted.length < 2) || (left.length === 2 && wanted === left.charAt(1) + left.charAt(0));
}
