import { connectingHeaders } from '../proxy/address/pseudo-address.ts';
import { type DoctorReport, forgedAddresses, readReport, reportHeaders } from '../proxy/request/doctor-report.ts';
import type { VisitorRecord } from '../record/record.ts';
import { checkData } from './check-data.ts';
import { recordIn } from './check-record.ts';
import { bad, type Finding, good, skipped } from './finding.ts';
import { type Reply, request, NoAnswer, widgetHeaders } from './reply.ts';

/** Headers in which servers name the visitor to each other. Visitors can forge them. Some servers read `_` as `-`. */
export const addressHeaders = [
  'X-Forwarded-For',
  'Forwarded',
  'X-Real-IP',
  'CF-Connecting-IP',
  'True-Client-IP',
  'Fastly-Client-IP',
  'Fly-Client-IP',
  'X-Client-IP',
  'Client-IP',
  'X-Visitor-IP',
  'X-Cluster-Client-IP',
  'X-Original-Forwarded-For',
  'X-Vercel-Forwarded-For',
  'X-NF-Client-Connection-IP',
  'X-AppEngine-User-IP',
  'X-Azure-ClientIP',
  'X-Envoy-External-Address',
  'WL-Proxy-Client-IP',
  'X_Forwarded_For',
  'X_Real_IP',
] as const;

const patienceMs = 5000;

/** What the proxy says to one request: the record, and how it found the address. Other programs send no report. */
interface Visit {
  readonly record: VisitorRecord;
  readonly report: DoctorReport | undefined;
}

/**
 * Checks whether the proxy finds the real address: asks once without such headers, and then once with each of them
 * forged.
 *
 * @param isNear whether this machine reaches the server by a private address, and so is not like a visitor from
 *   outside.
 */
export async function checkVisitor(endpoint: URL, isNear: boolean): Promise<Finding[]> {
  const answer = await request(endpoint.href, { ...widgetHeaders, [reportHeaders.request]: '1' });
  const honest = visitIn(answer);
  if (!honest)
    return [
      skipped(
        'visitor',
        `The address that the proxy takes could not be checked: the proxy answered before, and now with ${answer.status}. Run the doctor again in a minute.`,
      ),
    ];
  return [
    checkHonest(honest, isNear),
    ...(await checkForgedHeaders(endpoint, honest, isNear)),
    ...checkData(honest.record, honest.report),
  ];
}

export function visitIn(answer: Reply): Visit | undefined {
  const record = answer.status === 200 ? recordIn(answer) : undefined;
  return record && { record, report: readReport(answer.headers[reportHeaders.response]) };
}

const named = 'the header that GEOLET_TRUST_HEADER names (X-Forwarded-For where it is not set)';
const writeHeader =
  `Let the server in front write ${named}; HAProxy wants option forwardfor for it. If no server stands in ` +
  'front, take GEOLET_TRUST out.';

/** The doctor sent no header for addresses, so everything in them comes from servers. */
function checkHonest({ record, report }: Visit, isNear: boolean): Finding {
  if (!report) return withoutReport(record, isNear);
  return checkServersInFront(report, isNear) ?? checkAddress(report, isNear);
}

/** Whether the proxy believes exactly those servers in front that name the visitor. @returns undefined if so. */
function checkServersInFront({ read, unread, missing, cdnHeader }: DoctorReport, isNear: boolean): Finding | undefined {
  if (unread > 0) {
    const fix =
      `GEOLET_TRUST is too low: set it to ${read + unread}. Where it is a list, add the address of the server ` +
      'whose word is not believed.';
    return bad(
      'visitor',
      `Servers in front have written ${counted(read + unread, 'address')} into the header, and the proxy ` +
        `believes ${read || 'none'}: it uses a server's address for every visitor.`,
      fix,
    );
  }
  if (missing > 0 && read === 0)
    return bad(
      'visitor',
      'The proxy trusts a server in front, which names no visitor: it uses the address of that server for every visitor, ' +
        'and would believe a visitor who writes the header.',
      writeHeader,
    );
  if (missing > 0)
    return bad(
      'visitor',
      `The proxy believes ${counted(read + missing, 'server')} in front, and ` +
        `${read === 1 ? 'one names' : `${read} name`} a visitor: an address that a visitor writes further left in ` +
        'the header would be believed.',
      tooHigh(read, isNear),
    );
  if (cdnHeader === undefined) return undefined;
  if (cdnHeader === connectingHeaders.v6)
    return bad(
      'visitor',
      "Cloudflare's Pseudo IPv4 is on: the proxy sees visitors with IPv6 at addresses that have no place.",
      `Set GEOLET_TRUST_HEADER=${connectingHeaders.any}, with which the proxy takes the address in ${cdnHeader}, or turn ` +
        'Pseudo IPv4 off at Cloudflare.',
    );
  return bad(
    'visitor',
    `A CDN names the visitor in ${cdnHeader}, and the proxy takes another address: the CDN's.`,
    'Let the server behind the CDN add to X-Forwarded-For (nginx: $proxy_add_x_forwarded_for) and count both ' +
      `in GEOLET_TRUST, or give the CDN's ranges and GEOLET_TRUST_HEADER=${cdnHeader}. If no CDN of yours ` +
      'writes this header, let the server in front take it off.',
  );
}

/** Whether the address that the proxy takes can be this machine's. */
function checkAddress({ isPublic, isTrusted, read }: DoctorReport, isNear: boolean): Finding {
  if (isNear && (!isPublic || isTrusted))
    return skipped(
      'visitor',
      'This machine has a private address, so the doctor cannot check that visitors from outside are told apart. ' +
        'Run it on a machine outside, with the public name.',
    );
  if (isTrusted)
    return bad(
      'visitor',
      "The address that the proxy takes for the visitor is one that GEOLET_TRUST lists: a server's.",
      `Let that server write ${named}. If this machine is on the list, run the doctor on another one.`,
    );
  if (!isPublic)
    return bad(
      'visitor',
      `The proxy sees a private address for this machine, which comes from outside: a server's, which it uses for every visitor.`,
      read === 0
        ? 'Set GEOLET_TRUST, to 1 for one server in front, and let that server write X-Forwarded-For.'
        : "GEOLET_TRUST is right, and the first server in front does not see visitors: a container's port or a NAT " +
            "hides their addresses. Let it run on the host's network, or let what hides them tell.",
    );
  return good(
    'visitor',
    `The proxy sees a public address for this machine${read === 0 ? '' : `, which ${counted(read, 'server')} in front reported`}.`,
  );
}

/** An older proxy, or another program, sends no report. Then only the record shows something. */
function withoutReport({ countryCode }: VisitorRecord, isNear: boolean): Finding {
  if (countryCode !== undefined) return good('visitor', `The proxy sees this machine in ${countryCode}.`);
  if (isNear)
    return skipped(
      'visitor',
      'The record has no country, as for every private address. From here, the doctor cannot check that ' +
        'visitors from outside have one. Run it on a machine outside, with the public name.',
    );
  return bad(
    'visitor',
    'The record has no country for this machine, which comes from outside: the proxy uses the address of ' +
      'a server in front for every visitor, or its service has no data.',
    'Set GEOLET_TRUST, to 1 for one server in front. If it is right, give the service its data: npx ' +
      'geolet-service update-data, or npm run service -- update-data in a clone.',
  );
}

/** What came of the requests with forged headers. */
interface ForgedRequests {
  /** Headers that were believed. */
  readonly believed: readonly string[];
  /** Headers to which the proxy responded with an error. */
  readonly failed: readonly string[];
  /** How many headers were sent before requests were refused with 429; undefined if none was. */
  readonly refusedAfter: number | undefined;
}

async function checkForgedHeaders(endpoint: URL, honest: Visit, isNear: boolean): Promise<Finding[]> {
  const { believed, failed, refusedAfter } = await forgeHeaders(endpoint, honest);
  const findings = believedFindings(believed, honest, isNear);
  if (refusedAfter !== undefined)
    return [
      ...findings,
      skipped(
        'visitor',
        `Only ${refusedAfter} of ${addressHeaders.length} headers were tried: requests are refused (429). Run the doctor again in a minute.`,
      ),
    ];
  // A forged address may have been believed and then have made the service fail.
  if (failed.length > 0)
    return [
      ...findings,
      skipped(
        'visitor',
        `Whether a false address in ${failed.join(', ')} is believed could not be seen: the proxy answered with ` +
          'an error, and its log has the reason.',
      ),
    ];
  if (findings.length > 0) return findings;
  return [
    good(
      'visitor',
      `A false address is not believed in any of ${addressHeaders.length} headers that a visitor could write.`,
    ),
  ];
}

/**
 * First all of them in one request: where none is believed, which is the rule, that leaves the proxy's limit to the next
 * run. Each by itself only where it matters which.
 */
async function forgeHeaders(endpoint: URL, honest: Visit): Promise<ForgedRequests> {
  const forged = forgedAddresses.find(({ country }) => country !== honest.record.countryCode) ?? forgedAddresses[0];
  const forgery = (name: string) => ({ [name]: name === 'Forwarded' ? `for=${forged.address}` : forged.address });
  const ask = (headers: Readonly<Record<string, string>>) =>
    requestUnlessRefused(endpoint.href, { ...widgetHeaders, [reportHeaders.request]: '1', ...headers });
  const isBelieved = (visit: Visit): boolean => {
    const isReported = visit.report?.isForged === true && honest.report?.isForged !== true;
    return isReported || visit.record.countryCode === forged.country;
  };
  const all = await ask(Object.assign({}, ...addressHeaders.map(forgery)) as Record<string, string>);
  const together = all && visitIn(all);
  if (together !== undefined && !isBelieved(together)) return { believed: [], failed: [], refusedAfter: undefined };

  const believed: string[] = [];
  const failed: string[] = [];
  for (const [index, name] of addressHeaders.entries()) {
    const answer = await ask(forgery(name));
    if (answer?.status === 429) return { believed, failed, refusedAfter: index };
    if (answer && answer.status >= 500) failed.push(name);
    const visit = answer && visitIn(answer);
    if (visit !== undefined && isBelieved(visit)) believed.push(name);
  }
  return { believed, failed, refusedAfter: undefined };
}

function believedFindings(believed: readonly string[], { report }: Visit, isNear: boolean): Finding[] {
  if (believed.length === 0) return [];
  const names = believed.join(', ');
  if (isNear && report?.isTrusted)
    return [
      skipped(
        'visitor',
        `This machine is one that GEOLET_TRUST lists, so its ${names} is believed. Run the doctor on another machine to check a visitor's.`,
      ),
    ];
  return [
    bad(
      'visitor',
      `A false address in ${names} is believed: every visitor can choose where they are.`,
      forgedHeaderFix(believed, report, isNear),
    ),
  ];
}

function forgedHeaderFix([name = '']: readonly string[], report: DoctorReport | undefined, isNear: boolean): string {
  if (report && report.missing > 0) return report.read === 0 ? writeHeader : tooHigh(report.read, isNear);
  const overwrite =
    `let it overwrite ${name} (nginx: proxy_set_header ${name} $remote_addr;), and believe its own servers ` +
    'alone about it (nginx: set_real_ip_from; Apache: RemoteIPInternalProxy)';
  if (name === 'X-Forwarded-For')
    return `GEOLET_TRUST is too high or lists too much, or the server in front believes it or passes it on as it comes: ${overwrite}.`;
  return (
    "GEOLET_TRUST_HEADER names it, or the server in front makes the visitor's address out of it, and that " +
    `server passes it on as it comes: ${overwrite}. Or take X-Forwarded-For: no GEOLET_TRUST_HEADER.`
  );
}

function tooHigh(read: number, isNear: boolean): string {
  const fix = `GEOLET_TRUST is too high: set it to ${read}.`;
  if (!isNear) return fix;
  return `${fix} If visitors come through more servers than this machine does, run the doctor with the public name, so that it passes all of them.`;
}

function counted(count: number, word: string): string {
  if (count === 1) return `1 ${word}`;
  return `${count} ${word}${word.endsWith('s') ? 'es' : 's'}`;
}

/** @returns undefined if there is no response: a firewall may close the connection at what looks like an attack. */
export async function requestUnlessRefused(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Reply | undefined> {
  try {
    return await request(url, headers, patienceMs);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return undefined;
  }
}
