import { isPublic } from '../record/address.ts';
import { type FieldName, fieldNames, fields } from '../record/fields.ts';
import { visitorRefererHeader } from '../record/operations.ts';
import type { VisitorRecord } from '../record/record.ts';
import type { Visit } from './visit.ts';

export interface ExposureSettings {
  /** Fields let through although they are kept back by default. */
  readonly expose: ReadonlySet<FieldName>;
  /** Fields kept back although they are let through by default. */
  readonly withhold: ReadonlySet<FieldName>;
}

type MutableRecord = { -readonly [Name in FieldName]?: VisitorRecord[Name] };

/** Cuts what the service told to what a page may see: by the owner's settings, the visitor's wish, and what can be true. */
export function createCut({ expose, withhold }: ExposureSettings): (record: VisitorRecord, visit: Visit) => VisitorRecord {
  const mayShow = (name: FieldName): boolean => !withhold.has(name) && (fields[name].exposure !== 'off' || expose.has(name));
  const hidden = fieldNames.filter((name) => !mayShow(name));
  const hiddenForPrivacy = fieldNames.filter((name) => !mayShow(name) || fields[name].exposure !== 'country');

  return (record, visit) => {
    const cut: MutableRecord = { ...record };
    // A private address is nowhere. A service that tells a place for it tells the proxy's own.
    if (!isPublic(visit.address)) for (const name of placeFields) delete cut[name];
    setRequestFacts(cut, visit);
    for (const name of visit.globalPrivacyControl ? hiddenForPrivacy : hidden) delete cut[name];
    return cut;
  };
}

const placeFields = fieldNames.filter((name) => fields[name].origin === 'address');

/** What the proxy itself knows of the request at hand is never taken from the service, whose answer may be older. */
function setRequestFacts(record: MutableRecord, { address, headers }: Visit): void {
  const { referer: currentPage, [visitorRefererHeader]: referer } = headers;
  delete record.currentPage;
  delete record.referer;
  record.IP = address.text;
  if (currentPage !== undefined) record.currentPage = currentPage;
  if (referer !== undefined) record.referer = referer;
}
