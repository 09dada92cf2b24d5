// @guard records
import { BoundedMap } from '../../http/bounded-map.ts';
import { isPublic } from '../../record/address.ts';
import { type Exposure, type FieldName, fieldNames, fields as fieldTable } from '../../record/fields.ts';
import { visitorRefererHeader } from '../../record/operations.ts';
import { parseField } from '../../record/record.ts';
import type { Lookup } from './lookup.ts';
import type { VisitorRequest } from '../request/visitor-request.ts';
import type { AskService, VisitorData } from './visitor-data.ts';

export interface ExposureSettings {
  /** Fields that pages get although they are off by default. */
  readonly expose: ReadonlySet<FieldName>;
  /** Fields that pages do not get although they are on by default. */
  readonly withhold: ReadonlySet<FieldName>;
  /** The nearest place that pages get under Global Privacy Control. */
  readonly gpc: GpcLevel;
}

/** What the owner may keep for visitors whose browser sends Global Privacy Control. */
export const gpcLevels = ['country', 'state'] as const;

export type GpcLevel = (typeof gpcLevels)[number];

/** The kinds of fields that come under Global Privacy Control. */
export const exposuresUnderGpc: Readonly<Record<GpcLevel, readonly Exposure[]>> = {
  country: ['country'],
  state: ['country', 'state'],
};

/**
 * What pages may see of a record, as members of a JSON object without its braces. Facts of the request itself are not
 * in it. With objects in place of these texts, a cached record costs 1.6 times as much to serve
 * (docs/architecture/proxy.md#a-finished-request-leaves-nothing-behind).
 */
export interface RedactedRecord {
  /** All that pages get under Global Privacy Control. */
  readonly coarse: string;
  readonly rest: string;
  /** The `Link` header with the pages that the data's license wants a link to. */
  readonly license: string | undefined;
  /** The day on which the service's data were built, for the doctor only. */
  readonly dataDate: string | undefined;
}

/**
 * @param visitor has the signal that is aborted when the visitor leaves. It is read only if the visitor has to wait.
 */
export type AskForRedacted = (lookup: Lookup, visitor: Pick<VisitorRequest, 'signal'>) => Promise<RedactedRecord>;

export interface Redaction {
  /** Keeps of the service's record only what pages may see. */
  redact(data: VisitorData, lookup: Lookup): RedactedRecord;
  /** Redacts every response of a service. */
  wrap(ask: AskService): AskForRedacted;
  /** Whether pages never get this field. */
  isWithheld(name: FieldName): boolean;
  /**
   * The whole record as JSON, with the facts of this request: the address and the pages. Those never come from the
   * service, whose response may be an older one.
   */
  toJson(record: RedactedRecord, lookup: Lookup): string;
}

/** Reduces records to what pages may see, by the owner's settings and the visitor's wish. */
export function createRedaction({
  expose,
  withhold,
  gpc,
  warn,
}: ExposureSettings & { readonly warn: (line: string) => void }): Redaction {
  const shown = new Set(
    fieldNames.filter((name) => !withhold.has(name) && (fieldTable[name].exposure !== 'off' || expose.has(name))),
  );
  const redact = createRedact(shown, exposuresUnderGpc[gpc], warn);
  return {
    redact,
    wrap:
      (ask) =>
      (lookup, { signal }) =>
        ask(lookup, signal).then((data) => redact(data, lookup)),
    isWithheld: (name) => !shown.has(name),
    toJson: ({ coarse, rest }, lookup) =>
      lookup.globalPrivacyControl ? `{${coarse}}` : `{${joined(joined(coarse, rest), requestFacts(lookup, shown))}}`,
  };
}

/** Reads and redacts in one pass: to make a record first costs as much as parsing the service's JSON. */
function createRedact(
  shown: ReadonlySet<FieldName>,
  underGpc: readonly Exposure[],
  warn: (line: string) => void,
): Redaction['redact'] {
  const members = fieldNames.map((name) => ({
    name,
    isShown: shown.has(name) && !isRequestFact(name),
    isCoarse: underGpc.includes(fieldTable[name].exposure),
    isOfRequest: fieldTable[name].origin === 'request',
  }));
  const redactFields = (record: VisitorData['record'], isSomewhere: boolean): Members => {
    const dropped: FieldName[] = [];
    const coarse: Partial<Record<FieldName, unknown>> = {};
    const rest: Partial<Record<FieldName, unknown>> = {};
    for (const { name, isShown, isCoarse, isOfRequest } of members) {
      if (!Object.hasOwn(record, name)) continue;
      const value = parseField(name, record[name]);
      if (value === undefined) dropped.push(name);
      else if (value === '' || !isShown || !(isSomewhere || isOfRequest)) continue;
      else if (isCoarse) coarse[name] = value;
      else rest[name] = value;
    }
    if (dropped.length > 0)
      warn(`The visitor-data service sends fields of the wrong type, which are dropped: ${dropped.join(', ')}.`);
    return { coarse: toMembers(coarse), rest: toMembers(rest) };
  };
  const ofPlaces = new WeakMap<object, Members>();
  const texts = new BoundedMap<string, string>(1000);
  const redactPlace = (place: VisitorData['record']): Members => {
    const known = ofPlaces.get(place);
    if (known !== undefined) return known;
    const { coarse, rest } = redactFields(place, true);
    // The places of a country, or state, have one text of it in memory, and not one each.
    const shared = texts.get(coarse);
    if (shared === undefined) texts.put(coarse, coarse);
    const redacted = { coarse: shared ?? coarse, rest };
    ofPlaces.set(place, redacted);
    return redacted;
  };
  return ({ record, place, license, dataDate }, { address }) => {
    // A private address has no place. If a service names a place for it, that is the place of the proxy.
    const isSomewhere = isPublic(address);
    const own = redactFields(record, isSomewhere);
    if (place === undefined || !isSomewhere) return { ...own, license, dataDate };
    const { coarse, rest } = redactPlace(place);
    return { coarse: joined(coarse, own.coarse), rest: joined(rest, own.rest), license, dataDate };
  };
}

/** Parts of a redacted record. */
type Members = Pick<RedactedRecord, 'coarse' | 'rest'>;

/** Members of two objects, as those of one. */
function joined(one: string, other: string): string {
  return one === '' || other === '' ? one + other : `${one},${other}`;
}

function isRequestFact(name: FieldName): boolean {
  return name === 'IP' || name === 'currentPage' || name === 'referer';
}

function requestFacts({ address, headers }: Lookup, shown: ReadonlySet<FieldName>): string {
  let facts = shown.has('IP') ? memberOf('IP', address.text) : '';
  if (shown.has('currentPage')) facts = joined(facts, memberOf('currentPage', headers.referer));
  if (shown.has('referer')) facts = joined(facts, memberOf('referer', headers[visitorRefererHeader]));
  return facts;
}

function memberOf(name: FieldName, value: string | undefined): string {
  return value === undefined ? '' : `"${name}":${JSON.stringify(value)}`;
}

/** An object as JSON without its braces. */
function toMembers(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}
