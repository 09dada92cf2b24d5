import type { TableVisitor } from '../support/price-table.ts';

/** The owner's own groups that a list of the shops may name. */
export const owners = { latin: 'FR CH' };

/** A visitor as the service sees them, and as the table of the docs does. */
export interface Visitor {
  readonly name: string;
  readonly address: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly groups: readonly string[];
}

const abroad = { isEU: false };
const inUnion = { continentCode: 'EU', isEU: true, currencyCode: 'EUR' };

export const nowhere: Visitor = { name: 'nowhere', address: '81.2.71.17', groups: [], record: { isMobile: false } };

// prettier-ignore
export const visitors: readonly Visitor[] = [
  { name: 'New York', address: '81.2.71.10', groups: [],             record: { ...abroad, countryCode: 'US', stateCode: 'NY', currencyCode: 'USD', language: 'en-US' } },
  { name: 'Honolulu', address: '81.2.71.11', groups: [],             record: { ...abroad, countryCode: 'US', stateCode: 'HI', currencyCode: 'USD', language: 'en-US' } },
  { name: 'Delhi',    address: '81.2.71.12', groups: [],             record: { ...abroad, countryCode: 'IN', stateCode: 'DL', currencyCode: 'INR', language: 'hi-IN' } },
  { name: 'Lyon',     address: '81.2.71.13', groups: ['eu', 'latin'], record: { ...inUnion, countryCode: 'FR', stateCode: 'ARA', language: 'fr-FR' } },
  { name: 'Berlin',   address: '81.2.71.14', groups: ['eu', 'dach'], record: { ...inUnion, countryCode: 'DE', language: 'de-DE' } },
  { name: 'Zurich',   address: '81.2.71.15', groups: ['dach', 'latin'], record: { ...abroad, countryCode: 'CH', stateCode: 'ZH', currencyCode: 'CHF', language: 'de-CH' } },
  { name: 'Osaka',    address: '81.2.71.16', groups: [],             record: { ...abroad, countryCode: 'JP', stateCode: '27', currencyCode: 'JPY', language: 'ja-JP' } },
  nowhere,
];

/** What stands behind `?geo-choice=`. Empty: there is no link. */
export const links = ['', 'DE', 'currency:EUR', 'unknown'] as const;

/** The visitor of the table, after the link, or as a crawler. */
export function afterLink({ record, groups }: Visitor, link: (typeof links)[number] | 'US'): TableVisitor {
  const country = textOf(record['countryCode']);
  const state = textOf(record['stateCode']);
  const theirs = {
    country,
    state: state === undefined ? undefined : `${country}-${state}`,
    currency: textOf(record['currencyCode']),
    choseCurrency: false,
    isGuessed: false,
    groups,
  };
  if (link === 'DE') return { ...theirs, country: 'DE', state: undefined, currency: 'EUR', groups: ['eu', 'dach'] };
  if (link === 'US') return { ...theirs, country: 'US', state: undefined, currency: 'USD', groups: [] };
  if (link === 'currency:EUR') return { ...theirs, currency: 'EUR', choseCurrency: true };
  if (link === 'unknown') return { choseCurrency: false, isGuessed: false, groups: [] };
  return theirs;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
