/** What a database says about an address, before anything is derived from it. */
export interface Location {
  readonly countryCode: string | undefined;
  readonly continentCode: string | undefined;
  readonly city: string | undefined;
  readonly state: State | undefined;
  readonly postalCode: string | undefined;
  readonly timezone: string | undefined;
  readonly coordinates: Coordinates | undefined;
  readonly asn: number | undefined;
  readonly isp: string | undefined;
  /** Whether it is a mobile network. */
  readonly isCellular: boolean | undefined;
}

/** One of the two is known. */
export interface State {
  readonly name: string | undefined;
  /** ISO 3166-2 without the country, where the database has it. */
  readonly code: string | undefined;
}

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

export const unknownLocation: Location = {
  countryCode: undefined,
  continentCode: undefined,
  city: undefined,
  state: undefined,
  postalCode: undefined,
  timezone: undefined,
  coordinates: undefined,
  asn: undefined,
  isp: undefined,
  isCellular: undefined,
};

/**
 * Fills what is not known yet. A place is completed only from databases that name the same country: no coordinates are
 * better than German ones for a French city.
 */
export function mergeLocations(known: Location, more: Location): Location {
  const place = disagree(known.countryCode, more.countryCode) ? unknownLocation : more;
  return {
    countryCode: known.countryCode ?? place.countryCode,
    continentCode: known.continentCode ?? place.continentCode,
    city: known.city ?? place.city,
    state: known.state ?? place.state,
    postalCode: known.postalCode ?? place.postalCode,
    ...whereabouts(known, place),
    asn: known.asn ?? more.asn,
    isp: known.isp ?? more.isp,
    isCellular: known.isCellular ?? more.isCellular,
  };
}

/** Whether more than the country is known. */
export function hasPlace({ city, state, postalCode }: Location): boolean {
  return (city ?? state ?? postalCode) !== undefined;
}

/** A database that knows only the country has the coordinates of its centre. They must not become those of a city. */
function whereabouts(known: Location, more: Location): Pick<Location, 'timezone' | 'coordinates'> {
  if (hasPlace(known) === hasPlace(more)) {
    return { timezone: known.timezone ?? more.timezone, coordinates: known.coordinates ?? more.coordinates };
  }
  const { timezone, coordinates } = hasPlace(known) ? known : more;
  return { timezone, coordinates };
}

function disagree(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
