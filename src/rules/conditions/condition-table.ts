import type { VisitorRecord } from '../../record/record.ts';
import type { PageFacts } from '../page-facts.ts';

/** The kinds of values: `conditions.ts` has what each must look like. */
export type Kind =
  | 'country'
  | 'continent'
  | 'state'
  | 'currency'
  | 'yesOrNo'
  | 'group'
  | 'word'
  | 'name'
  | 'expression';

export interface ConditionRow {
  /** The field that must be known before the condition can be answered. */
  readonly field: keyof VisitorRecord | keyof PageFacts;
  readonly kind: Kind;
  /** Few pages use it, so what answers it is a file of its own: `rules/conditions/lazy-conditions.ts`. */
  readonly lazy?: true;
}

/** Every condition, by the name that owners write. The rules read it from `conditions.ts`. */
export const conditionTable = {
  country: { field: 'countryCode', kind: 'country' },
  state: { field: 'stateCode', kind: 'state' },
  subregion: { field: 'region', kind: 'name' },
  continent: { field: 'continentCode', kind: 'continent' },
  city: { field: 'city', kind: 'name' },
  postal: { field: 'postalCode', kind: 'name' },
  eu: { field: 'isEU', kind: 'yesOrNo' },
  currency: { field: 'currencyCode', kind: 'currency' },
  language: { field: 'language', kind: 'word' },
  timezone: { field: 'timezone', kind: 'word' },
  device: { field: 'deviceType', kind: 'word' },
  mobile: { field: 'isMobile', kind: 'yesOrNo' },
  os: { field: 'OS', kind: 'name' },
  isp: { field: 'ISP', kind: 'name' },
  asn: { field: 'ASN', kind: 'word' },
  color: { field: 'color', kind: 'word' },
  near: { field: 'latitude', kind: 'expression', lazy: true },
  'local-time': { field: 'timezone', kind: 'expression', lazy: true },
  referrer: { field: 'referrer', kind: 'name', lazy: true },
  path: { field: 'path', kind: 'name' },
  query: { field: 'query', kind: 'name', lazy: true },
  returning: { field: 'returning', kind: 'yesOrNo' },
  gpc: { field: 'gpc', kind: 'yesOrNo' },
  group: { field: 'countryCode', kind: 'group' },
} as const satisfies Record<string, ConditionRow>;

export type ConditionName = keyof typeof conditionTable;

/** The names of conditions that a file of its own answers. */
export type LazyConditionName = {
  [Name in ConditionName]: (typeof conditionTable)[Name] extends { lazy: true } ? Name : never;
}[ConditionName];

/** A file of its own also answers for these, where the loader has not said yes. */
export type AskedLazily = LazyConditionName | 'language' | 'timezone' | 'path';

/** A condition as an object: `{ country: ['DE', 'AT'], eu: true, 'not-city': 'Berlin' }`. */
export type ConditionObject = {
  readonly [Name in ConditionName | `not-${ConditionName}`]?: string | number | boolean | readonly (string | number)[];
};
