import type { VisitorRecord } from '../../record/record.ts';
import type { PageFacts } from '../page-facts.ts';

const blanksAndCommas = /[\s,]+/;
const commas = /,/;
const never = /(?!)/;

/** Full-width commas and colons look like ours, but lists are not split at them. */
const noFullWidthSeparators = /^[^，、；：]*$/;

/**
 * The kinds of values: where a list of them is split, and what each must look like. Names have blanks in them
 * (`New York`).
 */
export const kinds = {
  country: { separator: blanksAndCommas, pattern: /^[a-z]{2}$/ },
  continent: { separator: blanksAndCommas, pattern: /^[a-z]{2}$/ },
  state: { separator: blanksAndCommas, pattern: /^([a-z]{2}-)?([a-z0-9]{1,3}|\*)$/ },
  currency: { separator: blanksAndCommas, pattern: /^[a-z]{3}$/ },
  yesOrNo: { separator: blanksAndCommas, pattern: /^(yes|no)$/ },
  group: { separator: blanksAndCommas, pattern: noFullWidthSeparators },
  word: { separator: blanksAndCommas, pattern: noFullWidthSeparators },
  name: { separator: commas, pattern: noFullWidthSeparators },
  expression: { separator: never, pattern: noFullWidthSeparators },
} as const satisfies Record<string, { separator: RegExp; pattern: RegExp }>;

export type Kind = keyof typeof kinds;

interface ConditionRow {
  /** The field that must be known before the condition can be answered. */
  readonly field: keyof VisitorRecord | keyof PageFacts;
  readonly kind: Kind;
  /** The field is read from the page, which knows it better than the record does. */
  readonly source?: 'page';
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
  language: { field: 'language', kind: 'word', source: 'page' },
  timezone: { field: 'timezone', kind: 'word', source: 'page' },
  device: { field: 'deviceType', kind: 'word' },
  mobile: { field: 'isMobile', kind: 'yesOrNo' },
  os: { field: 'OS', kind: 'name' },
  isp: { field: 'ISP', kind: 'name' },
  asn: { field: 'ASN', kind: 'word' },
  color: { field: 'color', kind: 'word', source: 'page' },
  near: { field: 'latitude', kind: 'expression', lazy: true },
  'local-time': { field: 'timezone', kind: 'expression', source: 'page', lazy: true },
  referrer: { field: 'referrer', kind: 'name', source: 'page', lazy: true },
  query: { field: 'query', kind: 'name', source: 'page', lazy: true },
  returning: { field: 'returning', kind: 'yesOrNo', source: 'page' },
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

const pageFields = new Set<string>(
  Object.values(conditions)
    .filter((row) => 'source' in row)
    .map(({ field }) => field),
);

/** Whether the page knows a field better than the record does. */
export function isPageField(field: string): field is keyof PageFacts {
  return pageFields.has(field);
}
