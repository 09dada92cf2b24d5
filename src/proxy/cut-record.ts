import { isPublic } from '../record/address.ts';
import { type FieldName, fieldNames, fields } from '../record/fields.ts';
import { visitorRefererHeader } from '../record/operations.ts';
import { parseField } from '../record/record.ts';
import type { Cancellation } from './cancellation.ts';
import type { Visit } from './visit.ts';
import type { AskService, VisitorData } from './visitor-data.ts';

export interface ExposureSettings {
  /** Fields let through although they are kept back by default. */
  readonly expose: ReadonlySet<FieldName>;
  /** Fields kept back although they are let through by default. */
  readonly withhold: ReadonlySet<FieldName>;
}

/**
 * What pages may see of an answer, as members of a JSON object without the braces. As text, because that is what a hit needs, and
 * because two strings are far less for the garbage collector to keep than a record. What the request at hand says is not in it.
 */
export interface CutData {
  /** What follows from the country: all that is told under Global Privacy Control. */
  readonly country: string;
  readonly rest: string;
  /** A `Link` header value with what the data asks pages to link to. */
  readonly license: string | undefined;
  /** The day on which the service's data were built, for the doctor alone. */
  readonly dataDate: string | undefined;
}

export type AskCutService = (visit: Visit, signal: Cancellation) => Promise<CutData>;

/**
 * Reads what the service told, and cuts it to what a page may see: by the owner's settings, the visitor's wish, and what can be
 * true. Both in one go, since making a record and then its text costs a proxy as much as parsing the service's JSON.
 */
export function createCut({ expose, withhold, warn }: ExposureSettings & { readonly warn: (line: string) => void }) {
  const shown = new Set(
    fieldNames.filter((name) => !withhold.has(name) && (fields[name].exposure !== 'off' || expose.has(name))),
  );
  const members = fieldNames.map((name) => ({
    name,
    isTold: shown.has(name) && !isRequestFact(name),
    ofCountry: fields[name].exposure === 'country',
    ofRequest: fields[name].origin === 'request',
  }));

  function cut({ record, license, dataDate }: VisitorData, { address }: Visit): CutData {
    // A private address is nowhere. A service that tells a place for it tells the proxy's own.
    const isSomewhere = isPublic(address);
    const dropped: FieldName[] = [];
    const country: Partial<Record<FieldName, unknown>> = {};
    const rest: Partial<Record<FieldName, unknown>> = {};
    for (const { name, isTold, ofCountry, ofRequest } of members) {
      if (!Object.hasOwn(record, name)) continue;
      const value = parseField(name, record[name]);
      if (value === undefined) dropped.push(name);
      else if (value === '' || !isTold || !(isSomewhere || ofRequest)) continue;
      else if (ofCountry) country[name] = value;
      else rest[name] = value;
    }
    if (dropped.length > 0)
      warn(`The visitor-data service sends fields of the wrong type, which are dropped: ${dropped.join(', ')}.`);
    return { country: membersOf(country), rest: membersOf(rest), license, dataDate };
  }

  /** JSON has no member for what is undefined. */
  function requestFacts({
    address,
    headers: { referer: currentPage, [visitorRefererHeader]: referer },
  }: Visit): object {
    return {
      ...(shown.has('IP') && { IP: address.text }),
      ...(shown.has('currentPage') && { currentPage }),
      ...(shown.has('referer') && { referer }),
    };
  }

  return {
    /** Asks the service and keeps what pages may see. */
    around:
      (ask: AskService): AskCutService =>
      (visit, signal) =>
        ask(visit, signal).then((data) => cut(data, visit)),
    isWithheld: (name: FieldName): boolean => !shown.has(name),
    /** The whole JSON text for one visit: what the proxy itself knows of the request is never taken from the service, whose answer may be older. */
    complete({ country, rest }: CutData, visit: Visit): string {
      if (visit.globalPrivacyControl) return `{${country}}`;
      return `{${joined(joined(country, rest), membersOf(requestFacts(visit)))}}`;
    },
  };
}

function isRequestFact(name: FieldName): boolean {
  return name === 'IP' || name === 'currentPage' || name === 'referer';
}

function membersOf(fields: object): string {
  return JSON.stringify(fields).slice(1, -1);
}

function joined(first: string, second: string): string {
  return first === '' || second === '' ? first + second : `${first},${second}`;
}
