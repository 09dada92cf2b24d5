import type { Facts, RareName } from './facts.ts';
import { countriesIn, type Groups } from './groups.ts';

/** Yes, no, or unknown. */
export type Answer = boolean | undefined;

/** One question, such as `not-country: DE AT`: it is yes when any value is. */
export interface Clause {
  readonly name: ConditionName;
  readonly not: boolean;
  /** Folded. Empty when nothing usable was written: then the clause is unknown. */
  readonly values: readonly string[];
}

/** Questions that must all be answered with yes. */
export type Condition = readonly Clause[];

/** Called for each mistake found in markup, with a code that `docs/errors.md` explains and the text at fault. */
export type ReportMistake = (code: string, text: string) => void;

/**
 * How a list of wanted values is split: *codes* at blanks and commas, *names* at commas only (`New York` is one), *one*
 * never, and *yes/no* names stand bare or take `yes`, `no` and `unknown`.
 */
type Split = 'codes' | 'names' | 'one' | 'yes/no';

/** Every condition name: where its known value is read, and how a list of wanted values is split. */
const conditions = {
  country: [({ record }) => record?.countryCode, 'codes'],
  state: [({ record }) => record?.stateCode, 'codes'],
  subregion: [({ record }) => record?.region, 'names'],
  continent: [({ record }) => record?.continentCode, 'codes'],
  city: [({ record }) => record?.city, 'names'],
  postal: [({ record }) => record?.postalCode, 'names'],
  eu: [({ record }) => yesOrNo(record?.isEU), 'yes/no'],
  currency: [({ record }) => record?.currencyCode, 'codes'],
  language: [({ record, page }) => record && page.language, 'codes'],
  timezone: [({ record, page }) => record && page.timezone, 'codes'],
  device: [({ record }) => record?.deviceType, 'codes'],
  mobile: [({ record }) => yesOrNo(record?.isMobile), 'yes/no'],
  os: [({ record }) => record?.OS, 'names'],
  isp: [({ record }) => record?.ISP, 'names'],
  asn: [({ record }) => record?.ASN?.toString(), 'codes'],
  color: [({ record, page }) => record && page.color, 'codes'],
  near: [({ record }) => record?.latitude && record.longitude, 'one'],
  'local-time': [({ record, page }) => record && page.timezone, 'one'],
  referrer: [({ record, page }) => (record && page.referrer) || undefined, 'names'],
  query: [({ record, page }) => record && page.query, 'names'],
  returning: [({ record, page }) => yesOrNo(record && page.returning), 'yes/no'],
  group: [({ record }) => record?.countryCode, 'codes'],
} satisfies Record<string, readonly [(facts: Facts) => string | undefined, Split]>;

const rareNames: ReadonlySet<string> = new Set<RareName>(['near', 'local-time', 'referrer', 'query']);

export type ConditionName = keyof typeof conditions;

/** `region` among them is a slip: it asks nothing, and is answered with a hint. */
export const conditionNames = [...Object.keys(conditions), 'region'];

/** What else people write: for a country where ISO 3166 has another code, and for yes and no. */
const spellings: Readonly<Record<string, string>> = { 'country uk': 'gb', 'country el': 'gr', 'yes/no true': 'yes', 'yes/no false': 'no' };

/** Reads the text form: `country: DE AT; eu`. The owner's groups are known by name beside the built-in ones. */
export function parseCondition(text: string, report: ReportMistake, groups?: Groups): Condition {
  const parts = text.split(';').filter((part) => part.trim());
  if (!parts.length) report('empty-condition', text);
  return parseEntries(
    parts.map((part) => {
      const colon = part.indexOf(':');
      return colon < 0 ? [part, ''] : [part.slice(0, colon), part.slice(colon + 1)];
    }),
    report,
    groups,
  );
}

/** Reads names with their values, as attributes and objects have them. A list that is already split stays as it is. */
export function parseEntries(entries: Iterable<readonly [name: string, wanted: unknown]>, report: ReportMistake, groups?: Groups): Condition {
  const condition: Clause[] = [];
  for (const [written, wanted] of entries) {
    const name = written.trim().toLowerCase();
    const bare = name.replace(/^not-/, '');
    if (isConditionName(bare)) condition.push({ name: bare, not: bare !== name, values: parseValues(bare, wanted, report, groups) });
    else {
      report('unknown-condition', bare === 'region' ? `${written}: state or subregion` : written);
      condition.push({ name: 'country', not: false, values: [] });
    }
  }
  const hasCountry = condition.some(({ name, not, values }) => name === 'country' && !not && values.length);
  return condition.map((clause) => (clause.name === 'state' && !hasCountry ? withoutBareStates(clause, report) : clause));
}

/** Answers a condition. One without clauses asks nothing and is unknown. */
export function answer(condition: Condition, facts: Facts): Answer {
  let all: Answer = condition.length > 0 || undefined;
  for (const { name, not, values } of condition) {
    const one = any(values, (value) => ask(name, value, facts));
    if (one === not) return false;
    if (one === undefined) all = one;
  }
  return all;
}

/** OR over three answers: yes over unknown over no. Nothing to ask is unknown. */
export function any<Value>(values: readonly Value[], askOne: (value: Value) => Answer): Answer {
  let result: Answer = values.length ? false : undefined;
  for (const value of values) {
    const one = askOne(value);
    if (one) return true;
    if (one === undefined) result = one;
  }
  return result;
}

/** Lower case without diacritics, since databases write `Sao Paulo` and people write `São Paulo`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}

export function isConditionName(name: string): name is ConditionName {
  return Object.hasOwn(conditions, name);
}

function ask(name: ConditionName, wanted: string, facts: Facts): Answer {
  if (name === 'state' && wanted.includes('-')) return askStateOfCountry(wanted, facts);
  const known = conditions[name][0](facts);
  if (known === undefined) facts.lacks?.(name);
  if (wanted === 'unknown') return known === undefined;
  if (wanted === '*') return known !== undefined;
  if (name === 'group') return askGroup(wanted, facts);
  if (rareNames.has(name)) return known === undefined ? undefined : facts.askRare?.(name as RareName, wanted, facts);
  if (name === 'country' && wanted === 'eu') return facts.record?.isEU;
  if (known === undefined) return undefined;
  const value = fold(known);
  if (wanted.endsWith('*')) return value.startsWith(wanted.slice(0, -1));
  return value === wanted || (name === 'language' && value.startsWith(`${wanted}-`));
}

/** The owner's groups do not see each other, so that none can ask for itself. */
function askGroup(name: string, facts: Facts): Answer {
  const own = facts.groups?.get(name);
  if (own) return answer(own, { ...facts, groups: undefined });
  return any(countriesIn(name), (country) => ask('country', country, facts));
}

/** `US-CA` is country US *and* state CA: no in Germany even where the state is not known. */
function askStateOfCountry(wanted: string, facts: Facts): Answer {
  const [country = '', state = ''] = wanted.split('-');
  const inCountry = ask('country', spellings[`country ${country}`] ?? country, facts);
  return inCountry && ask('state', state, facts);
}

function parseValues(name: ConditionName, wanted: unknown, report: ReportMistake, groups: Groups | undefined): string[] {
  const kind: Split = conditions[name][1];
  if (kind === 'yes/no' && wanted === '') return ['yes'];
  const list = Array.isArray(wanted) ? wanted : kind === 'one' ? [wanted] : textOf(wanted).split(kind === 'names' ? ',' : /[\s,]+/);
  const folded = list.map((value) => fold(textOf(value))).filter(Boolean);
  if (!folded.length) report('empty-condition', name);
  return folded
    .map((value) => spellings[`${name} ${value}`] ?? spellings[`${kind} ${value}`] ?? (name === 'asn' ? value.replace(/^as/, '') : value))
    .filter((value) => {
      const usable = value === 'unknown' || value === '*' || isUsable(name, kind, value) || !!(name === 'group' && groups?.has(value));
      if (!usable) report('unusable-value', `${name}: ${value}`);
      return usable;
    });
}

/** Whether a value can be one of its name at all; what cannot is a mistake and would never match. */
function isUsable(name: ConditionName, kind: string, value: string): boolean {
  if (kind === 'yes/no') return value === 'yes' || value === 'no';
  if (name === 'group') return countriesIn(value).length > 0;
  if (name === 'country' || name === 'continent') return /^[a-z]{2}$/.test(value);
  if (name === 'currency') return /^[a-z]{3}$/.test(value);
  if (name === 'state') return /^([a-z]{2}-)?([a-z0-9]{1,3}|\*)$/.test(value);
  return !/[，、；：]/.test(value);
}

/** `CA` alone is California, Catania and more: without a country beside it, only `US-CA` says which. */
function withoutBareStates(clause: Clause, report: ReportMistake): Clause {
  const values = clause.values.filter((value) => {
    const says = value.includes('-') || value === 'unknown' || value === '*';
    if (!says) report('state-without-country', value);
    return says;
  });
  return { ...clause, values };
}

/** What a page passes may be anything; an object says nothing, and some cannot even be turned into text. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function yesOrNo(flag: boolean | undefined): string | undefined {
  return flag === undefined ? flag : flag ? 'yes' : 'no';
}
