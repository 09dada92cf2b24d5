import { keptFields } from '../../record/kept-fields.built.ts';
import { conditions, isConditionName } from '../../rules/condition-table.ts';
import type { Known } from './known.ts';

const browserSays: Readonly<Record<string, string>> = {
  referrer: 'the browser does not say where the visitor came from',
  returning: 'nothing may be remembered from an earlier visit here',
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

/** @param asked a condition or a field. */
export function whyUnknown(asked: string, { source, facts, missing, privacyControl }: Known): string {
  if (!facts?.record) return missing;
  const name = nouns[asked] ?? asked;
  const kept = keptFields[isConditionName(asked) ? conditions[asked].field : asked];
  const ofBrowser = browserSays[asked];
  if (ofBrowser) return ofBrowser;
  if (source === 'preview' && asked === 'near')
    return 'the preview says nothing of coordinates: add near: 45.76,4.84 to its words';
  if (source === 'choice' || source === 'preview')
    return `the ${source} says nothing of ${name}, and a named place drops what the look-up said`;
  if (source === 'guess') return `a guess knows no ${name}`;
  if (privacyControl)
    return `the record has no ${name}: the browser sends Global Privacy Control, so the proxy gives the country level alone`;
  if (kept)
    return `the record has no ${name}: the proxy keeps ${kept} back unless it is started with GEOLET_EXPOSE=${kept}`;
  return `the record has no ${name}: the geo data do not know it`;
}
