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
  const shown = fieldNames.filter((name) => !withhold.has(name) && (fields[name].exposure !== 'off' || expose.has(name)));
  const shownInPrivacy = shown.filter((name) => fields[name].exposure === 'country');

  return (record, visit) => {
    const facts = requestFacts(visit);
    const isSomewhere = isPublic(visit.address);
    const cut: MutableRecord = {};
    for (const name of visit.globalPrivacyControl ? shownInPrivacy : shown) {
      if (name === 'IP' || name === 'currentPage' || name === 'referer') copyField(name, facts, cut);
      // A private address is nowhere. A service that tells a place for it tells the proxy's own.
      else if (isSomewhere || fields[name].origin === 'request') copyField(name, record, cut);
    }
    return cut;
  };
}

/** What the proxy itself knows of the request at hand is never taken from the service, whose answer may be older. */
function requestFacts({ address, headers: { referer: currentPage, [visitorRefererHeader]: referer } }: Visit): VisitorRecord {
  return { IP: address.text, ...(currentPage !== undefined && { currentPage }), ...(referer !== undefined && { referer }) };
}

function copyField<Name extends FieldName>(name: Name, from: Pick<VisitorRecord, Name>, to: Pick<MutableRecord, Name>): void {
  const value = from[name];
  if (value !== undefined) to[name] = value;
}
