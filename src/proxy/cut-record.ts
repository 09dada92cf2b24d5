import { isPublic } from '../record/address.ts';
import { type FieldName, fieldNames, fields } from '../record/fields.ts';
import { visitorRefererHeader } from '../record/operations.ts';
import type { VisitorRecord } from '../record/record.ts';
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
}

export type AskCutService = (visit: Visit, signal: Cancellation) => Promise<CutData>;

/** Cuts what the service told to what a page may see: by the owner's settings, the visitor's wish, and what can be true. */
export function createCut({ expose, withhold }: ExposureSettings) {
  const shown = fieldNames.filter((name) => !withhold.has(name) && (fields[name].exposure !== 'off' || expose.has(name)));
  const told = shown.filter((name) => !isRequestFact(name));
  const ofCountry = told.filter((name) => fields[name].exposure === 'country');
  const ofRest = told.filter((name) => fields[name].exposure !== 'country');
  // A private address is nowhere. A service that tells a place for it tells the proxy's own.
  const isNowhereToo = (name: FieldName): boolean => fields[name].origin === 'request';
  const everywhere = [ofCountry, ofRest] as const;
  const nowhere = [ofCountry.filter(isNowhereToo), ofRest.filter(isNowhereToo)] as const;
  const facts = shown.filter(isRequestFact);

  function cut({ record, license }: VisitorData, { address }: Visit): CutData {
    const [country, rest] = isPublic(address) ? everywhere : nowhere;
    return { country: membersOf(record, country), rest: membersOf(record, rest), license };
  }

  return {
    /** Asks the service and keeps what pages may see. */
    around: (ask: AskService): AskCutService => async (visit, signal) => cut(await ask(visit, signal), visit),
    /** The whole JSON text for one visit: what the proxy itself knows of the request is never taken from the service, whose answer may be older. */
    complete({ country, rest }: CutData, visit: Visit): string {
      if (visit.globalPrivacyControl) return `{${country}}`;
      return `{${[country, rest, membersOf(requestFacts(visit), facts)].filter((members) => members !== '').join(',')}}`;
    },
  };
}

function isRequestFact(name: FieldName): boolean {
  return name === 'IP' || name === 'currentPage' || name === 'referer';
}

function requestFacts({ address, headers: { referer: currentPage, [visitorRefererHeader]: referer } }: Visit): VisitorRecord {
  return { IP: address.text, ...(currentPage !== undefined && { currentPage }), ...(referer !== undefined && { referer }) };
}

function membersOf(record: VisitorRecord, names: readonly FieldName[]): string {
  const picked: Partial<Record<FieldName, unknown>> = {};
  for (const name of names) if (record[name] !== undefined) picked[name] = record[name];
  return JSON.stringify(picked).slice(1, -1);
}
