// @guard records
import { BoundedMap } from '../../http/bounded-map.ts';
import { isPublic } from '../../record/address.ts';
import { type FieldName, fieldNames, fields as fieldTable } from '../../record/fields.ts';
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
}

/**
 * What pages may see of a record, as members of a JSON object without its braces. Facts of the request itself are not
 * in it. With objects in place of these texts, a cached record costs 1.6 times as much to serve
 * (docs/decisions/0112-the-proxy-caches-json-pieces-and-uses-its-own-cancellation.md).
 */
export interface RedactedRecord {
  /** What follows from the country: all that pages get under Global Privacy Control. */
  readonly country: string;
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
  warn,
}: ExposureSettings & { readonly warn: (line: string) => void }): Redaction {
  const shown = new Set(
    fieldNames.filter((name) => !withhold.has(name) && (fieldTable[name].exposure !== 'off' || expose.has(name))),
  );
  const redact = createRedact(shown, warn);
  return {
    redact,
    wrap:
      (ask) =>
      (lookup, { signal }) =>
        ask(lookup, signal).then((data) => redact(data, lookup)),
    isWithheld: (name) => !shown.has(name),
    toJson: ({ country, rest }, lookup) =>
      lookup.globalPrivacyControl ? `{${country}}` : `{${joined(joined(country, rest), requestFacts(lookup, shown))}}`,
  };
}

/** Reads and redacts in one pass: to make a record first costs as much as parsing the service's JSON. */
function createRedact(shown: ReadonlySet<FieldName>, warn: (line: string) => void): Redaction['redact'] {
  const members = fieldNames.map((name) => ({
    name,
    isShown: shown.has(name) && !isRequestFact(name),
    isOfCountry: fieldTable[name].exposure === 'country',
    isOfRequest: fieldTable[name].origin === 'request',
  }));
  const redactFields = (record: VisitorData['record'], isSomewhere: boolean): Members => {
    const dropped: FieldName[] = [];
    const country: Partial<Record<FieldName, unknown>> = {};
    const rest: Partial<Record<FieldName, unknown>> = {};
    for (const { name, isShown, isOfCountry, isOfRequest } of members) {
      if (!Object.hasOwn(record, name)) continue;
      const value = parseField(name, record[name]);
      if (value === undefined) dropped.push(name);
      else if (value === '' || !isShown || !(isSomewhere || isOfRequest)) continue;
      else if (isOfCountry) country[name] = value;
      else rest[name] = value;
    }
    if (dropped.length > 0)
      warn(`The visitor-data service sends fields of the wrong type, which are dropped: ${dropped.join(', ')}.`);
    return { country: toMembers(country), rest: toMembers(rest) };
  };
  const ofPlaces = new WeakMap<object, Members>();
  const countries = new BoundedMap<string, string>(1000);
  const redactPlace = (place: VisitorData['record']): Members => {
    const known = ofPlaces.get(place);
    if (known !== undefined) return known;
    const { country, rest } = redactFields(place, true);
    // The places of a country have one text of it in memory, and not one each.
    const shared = countries.get(country);
    if (shared === undefined) countries.put(country, country);
    const redacted = { country: shared ?? country, rest };
    ofPlaces.set(place, redacted);
    return redacted;
  };
  return ({ record, place, license, dataDate }, { address }) => {
    // A private address has no place. If a service names a place for it, that is the place of the proxy.
    const isSomewhere = isPublic(address);
    const own = redactFields(record, isSomewhere);
    if (place === undefined || !isSomewhere) return { ...own, license, dataDate };
    const { country, rest } = redactPlace(place);
    return { country: joined(country, own.country), rest: joined(rest, own.rest), license, dataDate };
  };
}

/** Parts of a redacted record. */
type Members = Pick<RedactedRecord, 'country' | 'rest'>;

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
