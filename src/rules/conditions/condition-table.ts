import type { VisitorRecord } from '../../record/record.ts';
import type { PageFacts } from '../page-facts.ts';

/** Full-width commas and colons look like ours, but lists are not split at them. */
const noFullWidthSeparators = /^[^，、；：]*$/;

/** The kinds of values, and what each must look like. */
export const patterns = {
  country: /^[a-z]{2}$/,
  continent: /^[a-z]{2}$/,
  state: /^([a-z]{2}-)?([a-z0-9]{1,3}|\*)$/,
  currency: /^[a-z]{3}$/,
  yesOrNo: /^(yes|no)$/,
  group: noFullWidthSeparators,
  word: noFullWidthSeparators,
  name: noFullWidthSeparators,
  expression: noFullWidthSeparators,
} as const satisfies Record<string, RegExp>;

export type Kind = keyof typeof patterns;

/** Where a list of values is split. Names have blanks in them (`New York`), and an expression is one value. */
export const separators: Readonly<Partial<Record<Kind, RegExp>>> = { name: /,/, expression: /(?!)/ };

export const blanksAndCommas = /[\s,]+/;

interface ConditionRow {
  /** The field that must be known before the condition can be answered. */
  readonly field: keyof VisitorRecord | keyof PageFacts;
  readonly kind: Kind;
  /** Few pages use it, so what answers it is a file of its own: `rules/conditions/lazy-conditions.ts`. */
  readonly lazy?: true;
}

/** Every condition, by the name that owners write. */
export const conditions = {
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
  query: { field: 'query', kind: 'name', lazy: true },
  returning: { field: 'returning', kind: 'yesOrNo' },
  gpc: { field: 'gpc', kind: 'yesOrNo' },
  group: { field: 'countryCode', kind: 'group' },
} as const satisfies Record<string, ConditionRow>;

export type ConditionName = keyof typeof conditions;

/** The names of conditions that a file of its own answers. */
export type LazyConditionName = {
  [Name in ConditionName]: (typeof conditions)[Name] extends { lazy: true } ? Name : never;
}[ConditionName];

/** A condition as an object: `{ country: ['DE', 'AT'], eu: true, 'not-city': 'Berlin' }`. */
export type ConditionObject = {
  readonly [Name in ConditionName | `not-${ConditionName}`]?: string | number | boolean | readonly (string | number)[];
};

/** People write `region` by mistake. It is read, so that it gets a hint, and its answer is always unknown. */
export const conditionNames = [...Object.keys(conditions), 'region'];

/** The attributes that conditions are written in: `country`, `not-country` … */
export const conditionAttributes: readonly string[] = conditionNames.flatMap((name) => [name, `not-${name}`]);

export function isConditionName(name: string): name is ConditionName {
  return Object.hasOwn(conditions, name);
}

export function isLazy(name: ConditionName): name is LazyConditionName {
  return 'lazy' in conditions[name];
}
