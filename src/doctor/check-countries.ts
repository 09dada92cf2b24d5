import { doctorHeaders } from '../proxy/request/doctor-request.ts';
import { describeCountry, embeddedIn, pageAs } from './check-page.ts';
import { recordIn } from './check-record.ts';
import { bad, type Finding, good, skipped, warning } from './finding.ts';
import { request, widgetHeaders } from './reply.ts';

/** One of each continent, and the first one again, in case its response was cached. */
const countries = ['JP', 'BR', 'FR', 'KE', 'AU', 'US', 'JP'];

const fix =
  'Something in front of the proxy caches responses and gives them to other visitors. Exclude this path from its cache.';

/** The proxy's secret. Whoever has it can ask the proxy as anybody. */
export interface DoctorSecret {
  readonly text: string;
  /** Those that the owner has named. Whatever a page names or leads to, no other gets the secret. */
  readonly origins: readonly string[];
}

/**
 * Requests the record as visitors from several countries, and also the page if the proxy puts the record into it. Each
 * visitor must get their own, and a real visitor afterwards must not get any of theirs.
 *
 * @param carriesRecord whether the proxy puts the record into the page.
 */
export async function checkCountries(
  endpoint: URL,
  pageUrl: string,
  carriesRecord: boolean,
  secret: DoctorSecret | undefined,
): Promise<Finding[]> {
  if (secret === undefined)
    return [
      skipped(
        'countries',
        'Visitors from other countries were not tried: pass the secret of the proxy by --secret or GEOLET_DOCTOR_SECRET.',
      ),
    ];
  const stranger = [endpoint.href, ...(carriesRecord ? [pageUrl] : [])]
    .map((url) => new URL(url).origin)
    .find((origin) => !secret.origins.includes(origin));
  if (stranger !== undefined)
    return [
      warning(
        'countries',
        `Visitors from other countries were not tried: the page leads to ${stranger}, which you have not named, and it does not get the secret.`,
        `If it is yours, add --secret-for ${stranger}.`,
      ),
    ];
  for (const country of countries) {
    const headers = { [doctorHeaders.visitor]: country, [doctorHeaders.secret]: secret.text };
    const answer = await request(endpoint.href, { ...widgetHeaders, ...headers });
    if (answer.status === 403)
      return [
        bad(
          'countries',
          'The proxy has another secret.',
          'Set GEOLET_DOCTOR_SECRET to the same value here and at the proxy.',
        ),
      ];
    const record = recordIn(answer);
    if (record?.countryCode !== country)
      return [
        bad(
          'countries',
          `A visitor from ${country} got ` +
            `${answer.status === 200 ? `the record of ${record?.countryCode ?? 'no country'}` : `status ${answer.status}`}.`,
          answer.status === 200
            ? `${fix} Where the proxy has no GEOLET_DOCTOR_SECRET it cannot take part in this check: set one.`
            : fix,
        ),
      ];
    if (!carriesRecord) continue;
    const page = await pageAs(pageUrl, headers);
    const embedded = describeCountry(page);
    if (embeddedIn(page) && embedded !== country)
      return [bad('countries', `A visitor from ${country} got the page of one from ${embedded ?? 'no country'}.`, fix)];
  }
  const own = await request(endpoint.href, widgetHeaders);
  if (own.headers['cache-control']?.includes('no-store') === true && recordIn(own)?.countryCode === countries.at(-1))
    return [bad('countries', 'A response that was made for the doctor was given to another visitor.', fix)];
  return [
    good(
      'countries',
      `Visitors from ${[...new Set(countries)].join(', ')} each get their own record${carriesRecord ? ' and their own page' : ''}.`,
    ),
  ];
}
