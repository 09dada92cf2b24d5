import { type DoctorReport, lies, readReport, reportHeaders } from '../../proxy/doctor-report.ts';
import type { VisitorRecord } from '../../record/record.ts';
import { checkData } from './check-data.ts';
import { recordIn } from './check-record.ts';
import { bad, type Finding, good, skipped } from './finding.ts';
import { type Look, look, NoAnswer, widgetQuestion } from './look.ts';

/** Headers in which servers tell each other whose request it is, so that visitors can try as well. Some servers read `_` as `-`. */
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

/** What the proxy makes of one request: the record, and how it found the address, where it says so. */
interface Visit {
  readonly record: VisitorRecord;
  readonly report: DoctorReport | undefined;
}

/**
 * Whether the proxy sees who really asks: asks once as it is, and then lies in each header that a visitor could write.
 *
 * @param isNear whether this machine reaches the server by a private address, and so is no visitor from outside.
 */
export async function checkVisitor(endpoint: URL, isNear: boolean): Promise<Finding[]> {
  const answer = await look(endpoint.href, { ...widgetQuestion, [reportHeaders.request]: '1' });
  const honest = visitIn(answer);
  if (!honest)
    return [
      skipped(
        'visitor',
        `Whose address the proxy takes could not be seen: it answered before, and now with ${answer.status}. Look once more in a minute.`,
      ),
    ];
  return [
    checkHonest(honest, isNear),
    ...(await checkLies(endpoint, honest, isNear)),
    ...checkData(honest.record, honest.report),
  ];
}

export function visitIn(answer: Look): Visit | undefined {
  const record = answer.status === 200 ? recordIn(answer) : undefined;
  return record && { record, report: readReport(answer.headers[reportHeaders.answer]) };
}

const named = 'the header that GEOLET_TRUST_HEADER names (X-Forwarded-For where it is not set)';
const writeHeader = `Let the server in front write ${named}; HAProxy wants option forwardfor for it. If no server stands in front, take GEOLET_TRUST out.`;

/** A doctor who writes no header of the kind: whatever stands in it, servers have written. */
function checkHonest({ record, report }: Visit, isNear: boolean): Finding {
  if (!report) return withoutReport(record, isNear);
  const { isPublic, isTrusted, read, unread, missing, cdnHeader } = report;
  if (unread > 0) {
    const fix = `GEOLET_TRUST is too low: set it to ${read + unread}. Where it is a list, add the address of the server whose word is not believed.`;
    return bad(
      'visitor',
      `Servers in front have written ${counted(read + unread, 'address')} into the header, and the proxy believes ${read || 'none'}: it takes a server for every visitor.`,
      fix,
    );
  }
  if (missing > 0 && read === 0)
    return bad(
      'visitor',
      'The proxy trusts a server in front, which names no visitor: it takes that server for every visitor, and would believe a visitor who writes the header.',
      writeHeader,
    );
  if (missing > 0)
    return bad(
      'visitor',
      `The proxy believes ${counted(read + missing, 'server')} in front, and ${read === 1 ? 'one names' : `${read} name`} a visitor: whoever writes further left in the header would be believed.`,
      tooHigh(read, isNear),
    );
  if (cdnHeader !== undefined)
    return bad(
      'visitor',
      `A CDN names the visitor in ${cdnHeader}, and the proxy takes another address: the CDN's.`,
      `Let the server behind the CDN add to X-Forwarded-For (nginx: $proxy_add_x_forwarded_for) and count both in GEOLET_TRUST, or give the CDN's ranges and GEOLET_TRUST_HEADER=${cdnHeader}. If no CDN of yours writes this header, let the server in front take it off.`,
    );
  if (isNear && (!isPublic || isTrusted))
    return skipped(
      'visitor',
      'From here, by a private address, it cannot be seen whether visitors from outside are told apart. Look from a machine outside, by the public name.',
    );
  if (isTrusted)
    return bad(
      'visitor',
      "The address that the proxy takes for the visitor is one that GEOLET_TRUST lists: a server's.",
      `Let that server write ${named}. If this machine is on the list, look from another one.`,
    );
  if (!isPublic)
    return bad(
      'visitor',
      `The proxy sees a private address for this machine, which comes from outside: a server's, which it takes for every visitor.`,
      read === 0
        ? 'Set GEOLET_TRUST, to 1 for one server in front, and let that server write X-Forwarded-For.'
        : "GEOLET_TRUST is right, and the first server in front does not see visitors: a container's port or a NAT hides their addresses. Let it run on the host's network, or let what hides them tell.",
    );
  return good(
    'visitor',
    `The proxy sees a public address for this machine${read === 0 ? '' : `, which ${counted(read, 'server')} in front told it`}.`,
  );
}

/** An older proxy, or another program, says nothing: the record alone speaks. */
function withoutReport({ countryCode }: VisitorRecord, isNear: boolean): Finding {
  if (countryCode !== undefined) return good('visitor', `The proxy sees this machine in ${countryCode}.`);
  if (isNear)
    return skipped(
      'visitor',
      'The record has no country, as for every private address. From here it cannot be seen whether visitors from outside have one. Look from a machine outside, by the public name.',
    );
  return bad(
    'visitor',
    'The record has no country for this machine, which comes from outside: the proxy takes a server in front for every visitor, or its service has no data.',
    'Set GEOLET_TRUST, to 1 for one server in front. If it is right, give the service its data: npx geolet-service update-data, or npm run update-data in a clone.',
  );
}

async function checkLies(endpoint: URL, honest: Visit, isNear: boolean): Promise<Finding[]> {
  const lie = lies.find(({ country }) => country !== honest.record.countryCode) ?? lies[0];
  const believed: string[] = [];
  const unanswered: string[] = [];
  for (const [index, name] of addressHeaders.entries()) {
    const value = name === 'Forwarded' ? `for=${lie.address}` : lie.address;
    const answer = await lookUnlessRefused(endpoint.href, {
      ...widgetQuestion,
      [reportHeaders.request]: '1',
      [name]: value,
    });
    if (answer?.status === 429)
      return [
        ...tellBelieved(believed, honest, isNear),
        skipped(
          'visitor',
          `Only ${index} of ${addressHeaders.length} headers were tried: requests are refused (429). Look once more in a minute.`,
        ),
      ];
    if (answer && answer.status >= 500) unanswered.push(name);
    const visit = answer && visitIn(answer);
    if (visit && ((visit.report?.isLie && !honest.report?.isLie) || visit.record.countryCode === lie.country))
      believed.push(name);
  }
  // A lie that is believed may be one that the service fails about.
  if (believed.length + unanswered.length > 0)
    return [
      ...tellBelieved(believed, honest, isNear),
      ...(unanswered.length > 0
        ? [
            skipped(
              'visitor',
              `Whether a false address in ${unanswered.join(', ')} is believed could not be seen: the proxy answered with an error, and its log has the reason.`,
            ),
          ]
        : []),
    ];
  return [
    good(
      'visitor',
      `A false address is not believed in any of ${addressHeaders.length} headers that a visitor could write.`,
    ),
  ];
}

function tellBelieved(believed: readonly string[], { report }: Visit, isNear: boolean): Finding[] {
  if (believed.length === 0) return [];
  const names = believed.join(', ');
  if (isNear && report?.isTrusted)
    return [
      skipped(
        'visitor',
        `This machine is one that GEOLET_TRUST lists, so its ${names} is believed. Look from another one to see whether a visitor's is.`,
      ),
    ];
  return [
    bad(
      'visitor',
      `A false address in ${names} is believed: every visitor can choose where they are.`,
      lieFix(believed, report, isNear),
    ),
  ];
}

function lieFix([name = '']: readonly string[], report: DoctorReport | undefined, isNear: boolean): string {
  if (report && report.missing > 0) return report.read === 0 ? writeHeader : tooHigh(report.read, isNear);
  const overwrite = `let it overwrite ${name} (nginx: proxy_set_header ${name} $remote_addr;), and believe its own servers alone about it (nginx: set_real_ip_from; Apache: RemoteIPInternalProxy)`;
  if (name === 'X-Forwarded-For')
    return `GEOLET_TRUST is too high or lists too much, or the server in front believes it or passes it on as it comes: ${overwrite}.`;
  return `GEOLET_TRUST_HEADER names it, or the server in front makes the visitor's address out of it, and that server passes it on as it comes: ${overwrite}. Or take X-Forwarded-For: no GEOLET_TRUST_HEADER.`;
}

function tooHigh(read: number, isNear: boolean): string {
  return `GEOLET_TRUST is too high: set it to ${read}.${isNear ? ' If visitors come through more servers than this machine does, look through all of them, by the public name.' : ''}`;
}

const counted = (count: number, word: string): string =>
  `${count} ${word}${count === 1 ? '' : word.endsWith('s') ? 'es' : 's'}`;

/** A firewall may break off what looks like an attack, which is an answer as well. */
export async function lookUnlessRefused(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Look | undefined> {
  try {
    return await look(url, headers, patienceMs);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return undefined;
  }
}
