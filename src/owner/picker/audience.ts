/** For whom a change is. */
export interface Audience {
  readonly scope: 'everybody' | 'only' | 'except';
  /** Countries (`FR`), states (`US-CA`), continents (`continent-EU`) and groups (`eu`). */
  readonly places: readonly string[];
  /** Empty: any. */
  readonly device: string;
  readonly language: string;
}

export const everybody: Audience = { scope: 'everybody', places: [], device: '', language: '' };

const placeConditions = ['country', 'state', 'continent', 'group'] as const;
const continentPrefix = 'continent-';

/** Which condition asks for a place. */
function conditionOf(place: string): (typeof placeConditions)[number] {
  if (/^[A-Z]{2}$/.test(place)) return 'country';
  if (place.startsWith(continentPrefix)) return 'continent';
  return place.includes('-') ? 'state' : 'group';
}

function valueOf(place: string): string {
  return place.startsWith(continentPrefix) ? place.slice(continentPrefix.length) : place;
}

function placesByCondition(places: readonly string[]): readonly (readonly [name: string, places: string])[] {
  return placeConditions
    .map(
      (name) =>
        [
          name,
          places
            .filter((place) => conditionOf(place) === name)
            .map(valueOf)
            .join(' '),
        ] as const,
    )
    .filter(([, text]) => text);
}

/**
 * The conditions of which one must hold, in text form.
 *
 * @returns none for everybody. One for an audience whose places are not chosen yet: it is empty, which the parser says.
 */
export function conditionsOf({ scope, places, device, language }: Audience): readonly string[] {
  const also = [...(device ? [`device: ${device}`] : []), ...(language ? [`language: ${language}`] : [])];
  if (scope === 'everybody') return also.length ? [also.join('; ')] : [];
  const groups = placesByCondition(places);
  if (groups.length === 0) return [''];
  // Values in one name are OR, and names are AND. So places of several kinds are several conditions, or none of them.
  return scope === 'only'
    ? groups.map(([name, text]) => [`${name}: ${text}`, ...also].join('; '))
    : [[...groups.map(([name, text]) => `not-${name}: ${text}`), ...also].join('; ')];
}

/** Whether places of several kinds are to show or hide something, and a device or a language too. */
export function isTooMuch(audience: Audience): boolean {
  return conditionsOf(audience).length > 1 && (audience.device !== '' || audience.language !== '');
}

/** In words, after "for", for the list of changes. */
export function describeAudience(
  { scope, places, device, language }: Audience,
  nameOf: (place: string) => string,
): string {
  const names = places.map(nameOf).join(', ');
  const where = { everybody: 'everybody', only: names, except: `everybody but ${names}` }[scope];
  return [where, device, language && `language ${language}`].filter(Boolean).join(', ');
}

export function parseAudience(given: unknown): Audience {
  const { scope, places, device, language } = Object(given) as Record<string, unknown>;
  return {
    scope: scope === 'only' || scope === 'except' ? scope : 'everybody',
    places: Array.isArray(places) ? places.filter((place) => typeof place === 'string') : [],
    device: typeof device === 'string' ? device : '',
    language: typeof language === 'string' ? language : '',
  };
}
