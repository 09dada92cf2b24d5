import type { DoctorReport } from '../proxy/request/doctor-report.ts';
import { reportHeaders } from '../proxy/request/doctor-report.ts';
import { forgedHeaders } from '../proxy/hosts/forged-place.ts';
import type { HeaderSource } from '../proxy/hosts/header-sources.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { requestUnlessRefused, visitIn } from './check-visitor.ts';
import { bad, type Finding, good, skipped } from './finding.ts';
import { widgetHeaders } from './reply.ts';

/**
 * If the record is made of a host's headers, checks whether a visitor can forge them. Sends a request with a place in
 * them where no one lives, and where that is believed one for each header. Such headers get through if the host's switch is off, or if the
 * proxy can be reached without the host.
 *
 * @param own the owner's table of headers, where the host is not a known one.
 */
export async function checkHostHeaders(
  endpoint: URL,
  isNear: boolean,
  own: HeaderSource | undefined,
): Promise<Finding[]> {
  const report = await reportFor(endpoint, {});
  const host = report?.host;
  if (report === undefined || host === undefined) return [];
  const forged = forgedHeaders(host, own);
  if (forged.length === 0) return [withoutHeaders(host)];
  const isListed = isNear && report.isTrusted;
  // All in one request, as with addresses.
  if ((await reportFor(endpoint, Object.fromEntries(forged)))?.isForgedPlace === false)
    return [findingOf({ host, believed: [], tried: forged.length, all: forged.length, isListed })];
  const believed: string[] = [];
  let tried = 0;
  for (const [name, value] of forged) {
    const answer = await reportFor(endpoint, { [name]: value });
    if (answer !== undefined) tried++;
    if (answer?.isForgedPlace === true) believed.push(name);
  }
  return [findingOf({ host, believed, tried, all: forged.length, isListed })];
}

/** @returns undefined where the proxy says nothing of how it found the visitor, or something in front refuses. */
async function reportFor(endpoint: URL, headers: Readonly<Record<string, string>>): Promise<DoctorReport | undefined> {
  const answer = await requestUnlessRefused(endpoint.href, {
    ...widgetHeaders,
    [reportHeaders.request]: '1',
    ...headers,
  });
  return answer && visitIn(answer)?.report;
}

function withoutHeaders(host: string): Finding {
  return host === 'own'
    ? skipped(
        'visitor',
        "The place comes from headers of the owner's own, which were not tried: give --upstream, or GEOLET_UPSTREAM, " +
          'as the proxy has it.',
      )
    : good('visitor', 'The place comes from the host itself, and from no header that a visitor could write.');
}

interface Trial {
  readonly host: string;
  readonly believed: readonly string[];
  /** How many headers were answered, of all. */
  readonly tried: number;
  readonly all: number;
  /** Whether this machine is one of the trusted servers. */
  readonly isListed: boolean;
}

function findingOf({ host, believed, tried, all, isListed }: Trial): Finding {
  const names = believed.join(', ');
  if (believed.length > 0 && isListed)
    return skipped(
      'visitor',
      `This machine is one that GEOLET_TRUST lists, so its ${names} is believed. Look from another one to ` +
        "see whether a visitor's is.",
    );
  if (believed.length > 0)
    return bad(
      'visitor',
      `A false place in ${names} is believed: every visitor can choose where they are.`,
      fixFor(host),
    );
  if (tried < all)
    return skipped(
      'visitor',
      `A false place was tried in ${tried} of ${all} headers that say where visitors are, and not ` +
        'believed. The others were refused: run the doctor again in a minute.',
    );
  return good('visitor', `A false place is not believed in any of ${all} headers that say where visitors are.`);
}

function fixFor(host: string): string {
  if (host === 'nginx' || host === 'own')
    return `Let the server in front overwrite these headers on every request, with an empty value where it knows none. The lines: ${documentation('hosts', host === 'nginx' ? 'nginx' : 'headers-of-your-own')}`;
  if (host === 'fastly' || host === 'google')
    return (
      'Let the host set each of these headers on every request, and let nobody reach the proxy without the host. ' +
      `The lines: ${documentation('hosts', host)}`
    );
  return (
    'Turn each of these headers on at the host, which then overwrites them, and let nobody reach the proxy without ' +
    `the host. The steps: ${documentation('hosts', host)}`
  );
}
