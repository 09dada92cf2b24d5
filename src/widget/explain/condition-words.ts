import { keptFields } from '../../record/kept-fields.built.ts';
import type { VisitorRecord } from '../../record/record.ts';
import { type Answer, answer, type Clause, type Condition, type ConditionName, parseEntries } from '../../rules/condition.ts';
import { distanceKm, parseArea, parsePoint } from '../../rules/distance.ts';
import type { Facts } from '../../rules/facts.ts';
import { fold } from '../../rules/fold.ts';
import { groupNames } from '../../rules/groups.ts';
import { closest } from './closest.ts';
import type { Known } from './known.ts';

/** A condition as it is written: names with their values. */
export type Entries = readonly (readonly [name: string, wanted: string])[];

export interface ExplainedCondition {
  readonly answer: Answer;
  /** One line for each name: `country: DE AT → no, the visitor's country is FR`. */
  readonly lines: readonly string[];
}

/** Takes the text form apart as the rules do: at semicolons, then at the first colon. */
export function entriesOf(text: string): Entries {
  return text.split(';').filter((part) => part.trim()).map((part) => {
    const [name = '', ...wanted] = part.split(':');
    return [name.trim(), wanted.join(':').trim()];
  });
}

export function explainCondition(entries: Entries, known: Known): ExplainedCondition {
  const facts = known.facts && { ...known.facts, lacks: undefined };
  const mistakes: string[][] = entries.map(() => []);
  const condition = parseEntries(entries, () => {}, facts?.groups);
  // One at a time, too, to know which of them a mistake is in; a state leans on the country beside it.
  entries.forEach(([name, wanted], at) => {
    const beside = /^state$/i.test(name) && condition.some((clause) => clause.name === 'country' && !clause.not) ? [['country', 'us'] as const] : [];
    parseEntries([[name, wanted], ...beside], (code, text) => mistakes[at]?.push(describeMistake(code, text, [...(facts?.groups?.keys() ?? [])])), facts?.groups);
  });
  return {
    answer: facts && answer(condition, facts),
    lines: entries.map(([name, wanted], at) => {
      const clause = condition[at];
      const said = wanted ? `${name}: ${wanted}` : name;
      return clause ? `${said} → ${answerOf(clause, facts)}, ${[because(clause, known), ...(mistakes[at] ?? [])].filter(Boolean).join('; ')}` : said;
    }),
  };
}

export function wordOf(answer: Answer): string {
  return answer === undefined ? 'unknown' : answer ? 'yes' : 'no';
}

function answerOf(clause: Clause, facts: Facts | undefined): string {
  return wordOf(facts && answer([clause], facts));
}

/** What the visitor is, in view of one question. */
function because(clause: Clause, known: Known): string {
  const { facts } = known;
  if (!facts?.record) return known.missing;
  if (!clause.values.length) return '';
  const value = valueIn[clause.name](facts.record, facts, clause);
  if (value === undefined) return whyUnknown(clause.name, known);
  const nested = groupConditions(clause, facts);
  return nested.length ? `${value} (${nested.join('; ')})` : answer([clause], facts) === undefined ? `${value}; ${waiting}` : value;
}

const waiting = 'what answers it is on its way, or the page refuses its file';

/** What an owner's group stands for, and how the visitor answers it. */
function groupConditions({ name, values }: Clause, facts: Facts): string[] {
  if (name !== 'group') return [];
  return values.flatMap((value) => {
    const own = facts.groups?.get(value);
    return own ? [`${value} is ${textOf(own)}: ${wordOf(answer(own, { ...facts, groups: undefined }))}`] : [];
  });
}

function textOf(condition: Condition): string {
  return condition.map(({ name, not, values }) => `${not ? 'not-' : ''}${name}: ${values.join(' ')}`).join('; ');
}

type Say = (record: VisitorRecord, facts: Facts, clause: Clause) => string | undefined;

const own = (what: string, value: string | undefined) => (value ? `the visitor's ${what} is ${value}` : undefined);
const country: Say = ({ countryCode }) => own('country', countryCode);

/** What is known under each name, in words; undefined where nothing is. */
const valueIn: Readonly<Record<ConditionName, Say>> = {
  country,
  group: country,
  state: ({ countryCode, stateCode }) => (stateCode ? own('state', [countryCode, stateCode].filter(Boolean).join('-')) : own('country', countryCode)),
  subregion: ({ region }) => own('subregion', region),
  continent: ({ continentCode }) => own('continent', continentCode),
  city: ({ city }) => own('city', city),
  postal: ({ postalCode }) => own('postal code', postalCode),
  eu: ({ isEU }) => (isEU === undefined ? isEU : `the visitor is ${isEU ? '' : 'not '}in the European Union`),
  currency: ({ currencyCode }) => own('currency', currencyCode),
  language: (_record, { page }) => (page.language ? `the browser's first language is ${page.language}` : undefined),
  timezone: (_record, { page }) => (page.timezone ? `the browser's time zone is ${page.timezone}` : undefined),
  device: ({ deviceType }) => own('device', deviceType),
  mobile: ({ isMobile }) => (isMobile === undefined ? isMobile : `the visitor is ${isMobile ? '' : 'not '}on a phone or a mobile connection`),
  os: ({ OS }) => own('system', OS),
  isp: ({ ISP }) => own('network', ISP),
  asn: ({ ASN }) => own('network', ASN === undefined ? ASN : `AS${ASN}`),
  color: (_record, { page }) => (page.color ? `the visitor's system is set to ${page.color}` : undefined),
  near({ latitude, longitude }, _facts, { values }) {
    const point = parsePoint(latitude, longitude);
    const area = parseArea(values.find((value) => parseArea(value)) ?? '');
    return point && (area ? `the visitor is ${Math.round(distanceKm(area.centre, point))} km away` : 'the visitor is somewhere known');
  },
  'local-time': (_record, { page: { timezone, now } }) => (timezone === undefined || now === undefined ? undefined : `the clock in ${timezone} shows ${clockIn(timezone, now)}`),
  referrer: (_record, { page }) => (page.referrer ? `the visitor came from ${page.referrer}` : undefined),
  query: (_record, { page }) => (page.query ? `the page's address has ${page.query}` : "the page's address has no query"),
  returning: (_record, { page }) => (page.returning === undefined ? undefined : `the visitor has ${page.returning ? '' : 'not '}been here before this visit`),
};

function clockIn(timeZone: string, now: number): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(now);
  } catch {
    return 'a time that nobody knows';
  }
}

const browserSays: Readonly<Record<string, string>> = {
  referrer: 'the browser does not say where the visitor came from',
  returning: 'nothing may be remembered from an earlier visit here',
};

const nouns: Readonly<Record<string, string>> = { postal: 'postal code', postalCode: 'postal code', near: 'coordinates', eu: 'word on the European Union', isp: 'network', asn: 'network', ISP: 'network', ASN: 'network' };

/** @param asked a condition or a field. */
export function whyUnknown(asked: string, { source, facts, missing, privacyControl }: Known): string {
  if (!facts?.record) return missing;
  const name = nouns[asked] ?? asked;
  const kept = keptFields[asked];
  const said = browserSays[asked];
  if (said) return said;
  if (source === 'choice' || source === 'preview') return `the ${source === 'choice' ? 'choice' : 'preview'} says nothing of ${name}, and a named place drops what the look-up said`;
  if (source === 'guess') return `a guess knows no ${name}`;
  if (privacyControl) return `the record has no ${name}: the browser sends Global Privacy Control, so the proxy gives the country level alone`;
  if (kept) return `the record has no ${name}: the proxy keeps ${kept} back unless it is started with GEOLET_EXPOSE=${kept}`;
  return `the record has no ${name}: the geo data do not know it`;
}

/** A mistake in a condition, with the way out where it is plain. */
function describeMistake(code: string, text: string, groups: readonly string[]): string {
  const [name = '', value = ''] = text.split(': ');
  const bare = name.toLowerCase().replace(/^not-/, '');
  const meant = code === 'unknown-condition' ? (bare === 'region' ? value : closest(bare, knownNames)) : code === 'unusable-value' ? meantValue(bare, value, groups) : undefined;
  return `${code}: ${code === 'unknown-condition' ? name : text}${meant ? `; did you mean ${meant}?` : ''}`;
}

function meantValue(name: string, value: string, groups: readonly string[]): string | undefined {
  if (name === 'group') return closest(value, [...groupNames, ...groups]);
  return name === 'country' ? codeOfCountry(value) : undefined;
}

/** `germany` is DE. */
function codeOfCountry(name: string): string | undefined {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // Countries of the past have names too, and a newer code.
  return codes.find((code) => fold(countryName(code) ?? '') === name && new Intl.Locale(`und-${code}`).region === code);
}

/** @returns undefined for a code that no country has. */
export function countryName(code: string): string | undefined {
  try {
    return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

/** Names that conditions have, for telling a slip from somebody else's attribute. */
export const knownNames: readonly string[] = Object.keys(valueIn);
