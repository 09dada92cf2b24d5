import { fieldNames, fields } from '../record/fields.ts';
import type { VisitorRecord } from '../record/record.ts';
import { embeddedIn, pageAs } from './check-page.ts';
import { askForRecord } from './check-record.ts';
import { bad, type Finding, good, skipped, warning } from './finding.ts';
import type { Reply } from './reply.ts';

/** https://www.w3.org/TR/gpc/#the-sec-gpc-header-field-for-http-requests */
const signal = { 'sec-gpc': '1' };

const signalFix =
  'Let the header Sec-GPC through to the proxy, and exclude this path from the cache in front: no visitor may get a record that was made for another.';

/**
 * Requests the record, and a page that has it in it, as a browser with Global Privacy Control: neither may have anything
 * nearer than the state. Then asks once more without it, since a cache in front may now have the shorter record.
 *
 * @param withRecord whether the proxy writes the record into the page.
 */
export async function checkPrivacy(endpoint: URL, page: URL, withRecord: boolean): Promise<Finding[]> {
  const before = await askForRecord(endpoint, page);
  const signalled = await askForRecord(endpoint, page, signal);
  const after = await askForRecord(endpoint, page);
  if (before.record === undefined || signalled.record === undefined || after.record === undefined)
    return [
      skipped('privacy', 'What a browser with Global Privacy Control gets was not seen: the proxy refused to answer.'),
    ];
  const embedded = withRecord ? embeddedIn(await pageAs(page.href, signal))?.record : undefined;
  const findings = [
    ...checkNearer(signalled.record, 'The record'),
    ...checkNearer(embedded ?? {}, 'The record in the page'),
    ...checkHandedOn(before.record, signalled.record, after.record),
  ];
  if (findings.length) return findings;
  const level = describeLevel(before.record, { ...signalled.record, ...embedded });
  return level.result === 'good' ? [level, ...checkVary(signalled.answer)] : [level];
}

type Name = (typeof fieldNames)[number];

const namesIn = (record: VisitorRecord): Name[] => fieldNames.filter((name) => record[name] !== undefined);

function isNearerThanState(name: Name): boolean {
  const { exposure } = fields[name];
  return exposure === 'on' || exposure === 'off';
}

function checkNearer(record: VisitorRecord, what: string): Finding[] {
  const nearer = namesIn(record).filter(isNearerThanState);
  if (!nearer.length) return [];
  return [
    bad('privacy', `${what} for a browser with Global Privacy Control has ${nearer.join(', ')} in it.`, signalFix),
  ];
}

function checkHandedOn(before: VisitorRecord, signalled: VisitorRecord, after: VisitorRecord): Finding[] {
  const keptBack = namesIn(before).filter((name) => signalled[name] === undefined);
  if (!keptBack.length || keptBack.some((name) => after[name] !== undefined)) return [];
  return [
    bad(
      'privacy',
      'A browser without Global Privacy Control got the record of one that sends it: a cache hands it out to the next.',
      signalFix,
    ),
  ];
}

/** Says what pages get of such a visitor, as far as it can be seen with the place of this machine. */
function describeLevel(whole: VisitorRecord, signalled: VisitorRecord): Finding {
  const begin = 'A browser that sends Global Privacy Control gets';
  if (signalled.stateCode !== undefined || signalled.stateName !== undefined)
    return good('privacy', `${begin} country and state, and nothing nearer.`);
  if (!namesIn(whole).some((name) => fields[name].exposure !== 'country'))
    return skipped(
      'privacy',
      'What a browser with Global Privacy Control gets was not seen: the record has nothing that would be kept back.',
    );
  const hasState = whole.stateCode !== undefined || whole.stateName !== undefined;
  return good(
    'privacy',
    `${begin} the country and nothing nearer${hasState ? '' : ': of this machine no state is known'}.`,
  );
}

function checkVary({ headers }: Reply): Finding[] {
  const names = (headers['vary'] ?? '').toLowerCase().split(/[\s,]+/);
  if (names.includes('sec-gpc') || names.includes('*')) return [];
  return [
    warning(
      'privacy',
      'The record does not say that it depends on Sec-GPC (Vary): something in front has taken that away, and a cache that keeps it anyway would not tell these browsers apart.',
      'Let the header Vary of the proxy through.',
    ),
  ];
}
