import { fieldTypes } from '../record/field-types.built.ts';
import type { FieldName } from '../record/fields.ts';
import type { Answer, Clause, Condition, Groups, ReportMistake } from './clause.ts';
import { type ConditionName, conditions, isConditionName, one, yesOrNo } from './condition-table.ts';
import type { Facts, RareName } from './facts.ts';
import { fold } from './fold.ts';
import { countriesIn } from './groups.ts';
import type { PageFacts } from './page-facts.ts';
import { textOf } from './text-of.ts';

/** What else people write for a country where ISO 3166 has another code, and for yes and no. */
const spellings = new Map([
  ['uk', 'gb'],
  ['el', 'gr'],
  ['true', 'yes'],
  ['false', 'no'],
]);

/** Reads the text form: `country: DE AT; eu`. The owner's groups are known by name beside the built-in ones. */
export function parseCondition(text: string, report: ReportMistake, groups?: Groups): Condition {
  const parts = text.split(';').filter((part) => part.trim());
  if (!parts.length) report('empty-condition', text);
  return parseEntries(
    parts.map((part) => {
      const [name = '', ...wanted] = part.split(':');
      return [name, wanted.join(':')];
    }),
    report,
    groups,
  );
}

/** Reads names with their values, as attributes and objects have them. A list that is already split stays as it is. */
export function parseEntries(
  entries: Iterable<readonly [name: string, wanted: unknown]>,
  report: ReportMistake,
  groups?: Groups,
): Condition {
  const condition: Clause[] = [];
  for (const [written, wanted] of entries) {
    const name = written.trim().toLowerCase();
    const bare = name.replace(/^not-/, '');
    if (isConditionName(bare))
      condition.push({ name: bare, not: bare !== name, values: parseValues(bare, wanted, report, groups) });
    else {
      report('unknown-condition', bare === 'region' ? `${written}: state or subregion` : written);
      condition.push({ name: 'country', not: false, values: [] });
    }
  }
  const hasCountry = condition.some(({ name, not, values }) => name === 'country' && !not && values.length);
  return condition.map((clause) =>
    clause.name === 'state' && !hasCountry ? withoutBareStates(clause, report) : clause,
  );
}

/** Answers a condition. One without clauses asks nothing and is unknown. */
export function answer(condition: Condition, facts: Facts): Answer {
  let all: Answer = condition.length > 0 || undefined;
  for (const { name, not, values } of condition) {
    const asked = any(values, (value) => ask(name, value, facts));
    // Whether a country is in a group may be unknown though the country is not: it takes `isEU`, or what another group asks.
    const one = asked ?? ((name === 'group' && values.includes('unknown')) || asked);
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

/** The field that a condition word, or a field in any case, stands for in a template; undefined for what is no text. */
export function writableField(word: string): string | undefined {
  const field = isConditionName(word)
    ? word !== 'group' && conditions[word][1] !== one && conditions[word][0]
    : Object.keys(fieldTypes).find((name) => name.toLowerCase() === word);
  return field && Object.hasOwn(fieldTypes, field) && fieldTypes[field as FieldName] !== 'boolean' ? field : undefined;
}

/**
 * What is known under the name of a field. What the page's own browser knows goes before what the record says.
 */
export function known(field: string, { record, page, lacks }: Facts): string | undefined {
  const value =
    record &&
    (/^(language|timezone|color|referrer|query|returning)$/.test(field)
      ? page[field as keyof PageFacts]
      : record[field as FieldName]);
  // A page without a query is known to have none; one without a referrer may keep it to itself.
  if (value !== undefined && (value !== '' || field === 'query'))
    return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value.toString();
  lacks?.(field);
  return undefined;
}

function ask(name: ConditionName, wanted: string, facts: Facts): Answer {
  // `US-CA` is country US *and* state CA: no in Germany even where the state is not known.
  const [country = '', state] = name === 'state' ? wanted.split('-') : [];
  if (state !== undefined)
    return ask('country', spellings.get(country) ?? country, facts) && ask('state', state, facts);
  const value = known(conditions[name][0], facts);
  if (wanted === 'unknown') return value === undefined;
  if (wanted === '*') return value !== undefined;
  if (name === 'group') return askGroup(wanted, facts);
  if (name === 'country' && wanted === 'eu') return facts.record?.isEU;
  if (value === undefined) return undefined;
  if (isRare(name)) return facts.askRare?.(name, wanted, facts);
  const folded = fold(value);
  if (wanted.endsWith('*')) return folded.startsWith(wanted.slice(0, -1));
  return folded === wanted || (name === 'language' && folded.startsWith(`${wanted}-`));
}

function isRare(name: ConditionName): name is RareName {
  return /^(near|local-time|referrer|query)$/.test(name);
}

/** Whether a visitor is of a group. The owner's groups do not see each other, so that none can ask for itself. */
export function askGroup(name: string, facts: Facts): Answer {
  const own = facts.groups?.get(name);
  return own
    ? answer(own, { ...facts, groups: undefined })
    : any(countriesIn(name), (country) => ask('country', country, facts));
}

function parseValues(
  name: ConditionName,
  wanted: unknown,
  report: ReportMistake,
  groups: Groups | undefined,
): string[] {
  const [, split, usable] = conditions[name];
  if (usable === yesOrNo && wanted === '') return ['yes'];
  const list: readonly unknown[] = Array.isArray(wanted) ? wanted : textOf(wanted).split(split);
  const values = list.map((value) => fold(textOf(value))).filter(Boolean);
  if (!values.length) report('empty-condition', name);
  return values
    .map((value) =>
      name === 'asn'
        ? value.replace(/^as/, '')
        : ((name === 'country' || usable === yesOrNo) && spellings.get(value)) || value,
    )
    .filter((value) => {
      const asks =
        /^(unknown|\*)$/.test(value) ||
        (name === 'group' ? groups?.has(value) || countriesIn(value).length : usable.test(value));
      if (!asks) report('unusable-value', `${name}: ${value}`);
      return asks;
    });
}

/** `CA` alone is California, Catania and more: without a country beside it, only `US-CA` says which. */
function withoutBareStates(clause: Clause, report: ReportMistake): Clause {
  return {
    ...clause,
    values: clause.values.filter((value) => {
      const says = /-|^(unknown|\*)$/.test(value);
      if (!says) report('state-without-country', value);
      return says;
    }),
  };
}
