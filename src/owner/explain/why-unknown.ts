import { keptFields } from '../../record/fields.built.ts';
import { conditions, isConditionName } from '../../rules/conditions/conditions.ts';
import type { VisitorRecord } from '../../record/record.ts';
import type { Snapshot } from './snapshot.ts';

const browserSays: Readonly<Record<string, string>> = {
  referrer: 'the browser does not say where the visitor came from',
  returning: 'this page may not remember earlier visits',
};

const nouns: Readonly<Record<string, string>> = {
  postal: 'postal code',
  postalCode: 'postal code',
  near: 'coordinates',
  eu: 'word on the European Union',
  isp: 'network',
  asn: 'network',
  ISP: 'network',
  ASN: 'network',
};

/** Large cities are known, so a preview that names one has coordinates. */
export function previewWithoutCoordinates({ city }: VisitorRecord): string {
  const what = city ? `the preview does not know where ${city} is` : 'the preview has no coordinates';
  return `${what}: add near: 45.76,4.84 to it${city ? '' : ', or a large city, such as city: Lyon'}`;
}

/** @param asked a condition or a field. */
export function whyUnknown(asked: string, { source, facts, missing, privacyControl }: Snapshot): string {
  if (!facts?.record) return missing;
  const name = nouns[asked] ?? asked;
  const kept = keptFields[isConditionName(asked) ? conditions[asked].field : asked];
  const ofBrowser = browserSays[asked];
  if (ofBrowser) return ofBrowser;
  if (source === 'preview' && asked === 'near') return previewWithoutCoordinates(facts.record);
  if (source === 'choice' || source === 'link' || source === 'preview')
    return `the ${source} has no ${name}, and it replaces the location that was looked up`;
  if (source === 'header')
    return `the header of the page's response names the country${facts.record.stateCode === undefined ? '' : ' and the state'} alone, and it has no ${name}: with data-endpoint, a lookup adds it`;
  if (source === 'guess') return `a guess has no ${name}`;
  if (privacyControl) {
    const setting = asked.startsWith('state') ? ', unless it is started with GEOLET_GPC=state' : '';
    return `the record has no ${name}: the browser sends Global Privacy Control, so the proxy gives country-level data only${setting}`;
  }
  if (kept)
    return `the record has no ${name}: the proxy removes ${kept}: start it with GEOLET_EXPOSE=${kept} to include it`;
  return `the record has no ${name}: the geo data do not have it`;
}
