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
  const isNowhereToo = (name: FieldName): boolean => isRequestFact(name) || fields[name].origin === 'request';
  const names = {
    somewhere: { whole: shown, private: shownInPrivacy },
    // A private address is nowhere. A service that tells a place for it tells the proxy's own.
    nowhere: { whole: shown.filter(isNowhereToo), private: shownInPrivacy.filter(isNowhereToo) },
  };

  return (record, visit) => {
    const facts = requestFacts(visit);
    const cut: MutableRecord = {};
    for (const name of names[isPublic(visit.address) ? 'somewhere' : 'nowhere'][visit.globalPrivacyControl ? 'private' : 'whole']) {
      copyField(name, isRequestFact(name) ? facts : record, cut);
    }
    return cut;
  };
}

function isRequestFact(name: FieldName): boolean {
  return name === 'IP' || name === 'currentPage' || name === 'referer';
}

/** What the proxy itself knows of the request at hand is never taken from the service, whose answer may be older. */
function requestFacts({ address, headers: { referer: currentPage, [visitorRefererHeader]: referer } }: Visit): VisitorRecord {
  return { IP: address.text, ...(currentPage !== undefined && { currentPage }), ...(referer !== undefined && { referer }) };
}

function copyField<Name extends FieldName>(name: Name, from: Pick<VisitorRecord, Name>, to: Pick<MutableRecord, Name>): void {
  const value = from[name];
  if (value !== undefined) to[name] = value;
}
