import type { VisitorRecord } from '../record/record.ts';
import type { PageFacts } from './page-facts.ts';

/** How a list of wanted values is split: codes at blanks and commas, names at commas only (`New York` is one), the rest never. */
const codes = /[\s,]+/;
const names = /,/;
/** A value that is never split. */
export const one = /(?!)/;

const twoLetters = /^[a-z]{2}$/;
export const yesOrNo = /^(yes|no)$/;
/** Lists are not split at these, which look like commas and colons. */
const anything = /^[^，、；：]*$/;

/** Every condition name: the field that answers it, how a list of wanted values is split, and which of them can be one at all. */
export const conditions = {
  country: ['countryCode', codes, twoLetters],
  state: ['stateCode', codes, /^([a-z]{2}-)?([a-z0-9]{1,3}|\*)$/],
  subregion: ['region', names, anything],
  continent: ['continentCode', codes, twoLetters],
  city: ['city', names, anything],
  postal: ['postalCode', names, anything],
  eu: ['isEU', codes, yesOrNo],
  currency: ['currencyCode', codes, /^[a-z]{3}$/],
  language: ['language', codes, anything],
  timezone: ['timezone', codes, anything],
  device: ['deviceType', codes, anything],
  mobile: ['isMobile', codes, yesOrNo],
  os: ['OS', names, anything],
  isp: ['ISP', names, anything],
  asn: ['ASN', codes, anything],
  color: ['color', codes, anything],
  near: ['latitude', one, anything],
  'local-time': ['timezone', one, anything],
  referrer: ['referrer', names, anything],
  query: ['query', names, anything],
  returning: ['returning', codes, yesOrNo],
  group: ['countryCode', codes, anything],
} as const satisfies Record<string, readonly [keyof VisitorRecord | keyof PageFacts, split: RegExp, usable: RegExp]>;

export type ConditionName = keyof typeof conditions;

/** A condition as an object: `{ country: ['DE', 'AT'], eu: true, 'not-city': 'Berlin' }`. */
export type ConditionObject = {
  readonly [Name in ConditionName | `not-${ConditionName}`]?: string | number | boolean | readonly (string | number)[];
};

/** `region` among them is a slip: it asks nothing, and is answered with a hint. */
export const conditionNames = [...Object.keys(conditions), 'region'];

export function isConditionName(name: string): name is ConditionName {
  return Object.hasOwn(conditions, name);
}
