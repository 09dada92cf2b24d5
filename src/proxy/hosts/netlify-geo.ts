import type { HeaderFormat } from './header-formats.ts';

/**
 * The header in which Netlify's servers hand `context.geo` to a function: JSON in base64. Netlify does not document it,
 * so nothing here reads it. The doctor writes it, to see whether a visitor's own is passed on.
 */
export const netlifyGeoHeader = 'X-NF-Geo';

export const writeNetlifyGeo: HeaderFormat['write'] = ({ city, countryCode, stateCode, stateName, timezone }) =>
  btoa(
    JSON.stringify({
      city,
      country: { code: countryCode },
      subdivision: { code: stateCode, name: stateName },
      timezone,
    }),
  );
