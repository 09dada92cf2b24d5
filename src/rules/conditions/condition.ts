import { knownFields, otherTypes } from '../../record/fields.built.ts';
import type { FieldName } from '../../record/fields.ts';
import type { VisitorRecord } from '../../record/record.ts';
import type { Answer, Clause, Condition, Groups } from './clause.ts';
import type { AskedLazily, ConditionName } from './condition-table.ts';
import {
  blanksAndCommas,
  conditions,
  isConditionName,
  isLazy,
  noFullWidthSeparators,
  patterns,
  separators,
} from './conditions.ts';
import { spellCountry, fold, matches, textOf } from '../text/normalize.ts';
import { type Entry, splitEntries } from './entries.ts';
import type { Facts } from '../facts.ts';
import { type PageFacts, pathOf } from '../page-facts.ts';
import { placesIn } from './groups.ts';
import type { Note } from '../mistake.ts';

/** Values that ask whether a field is known at all. */
const knownOrNot = ['unknown', '*'];

/** Reads the text form: `country: DE AT; eu`. The owner's groups are known by name beside the built-in ones. */
export function parseCondition(text: string, groups?: Groups, note?: Note): Condition {
  const entries = splitEntries(text);
  if (!entries.length) note?.('empty-condition', text);
  return parseEntries(entries, groups, note);
}

/** Reads names with their values, as attributes and objects have them. A list that is already split stays as it is. */
export function parseEntries(entries: readonly Entry[], groups?: Groups, note?: Note): Condition {
  const clauses = entries.map(([written, wanted], index): Clause => {
    const name = written.trim().toLowerCase();
    const not = name.startsWith('not-');
    const bare = not ? name.slice(4) : name;
    if (!isConditionName(bare)) {
      note?.('unknown-condition', written, index);
      // Without values, the clause is always unknown, whatever its name. So a mistake never makes a condition hold.
      return { name: 'country', not: false, values: [] };
    }
    const values = parseValues(bare, wanted);
    if (!values.length) note?.('empty-condition', bare, index);
    const usable = values.filter((one) => {
      const canUse = isUsable(bare, one, groups);
      if (!canUse) note?.('unusable-value', `${bare}: ${one}`, index);
      return canUse;
    });
    return { name: bare, not, values: usable };
  });
  // Without a country beside it, `CA` is California, Catania and more: only `US-CA` says which.
  const hasCountry = clauses.some(({ name, not, values }) => name === 'country' && !not && values.length);
  return clauses.map((clause, index) => ({
    ...clause,
    values: clause.values.filter((text) => {
      const isClear = hasCountry || clause.name !== 'state' || text.includes('-') || knownOrNot.includes(text);
      if (!isClear) note?.('state-without-country', text, index);
      return isClear;
    }),
  }));
}

/** Answers a condition. Without clauses the answer is unknown. */
export function answer(condition: Condition, facts: Facts): Answer {
  let all: Answer = condition.length > 0 || undefined;
  for (const clause of condition) {
    const { name, not, values } = clause;
    let one = any(values, (value) => answerValue(name, value, facts));
    // A group can be unknown although the country is known: `isEU`, or a field of an owner's group, may be missing.
    if (one === undefined && name === 'group' && values.includes('unknown')) one = true;
    if (not && one !== undefined) one = !one;
    facts.traceStep?.(clause, one);
    if (!one) all = one;
    if (one === false) break;
  }
  facts.traceStep?.(condition, all);
  return all;
}

/** OR over three answers: yes, else unknown, else no. Without values the answer is unknown. */
export function any<Value>(values: readonly Value[], askOne: (value: Value) => Answer): Answer {
  let result: Answer = values.length ? false : undefined;
  for (const value of values) {
    const one = askOne(value);
    if (one) return true;
    if (one === undefined) result = one;
  }
  return result;
}

/**
 * The field that a word in a template means: the name of a condition, or of a field in any case. A word about what stands
 * beside the template stays as it is. Undefined if the word has no text.
 */
export function writableField(word: string): string | undefined {
  if (word === 'price-currency' || word.startsWith('delivery-')) return word;
  const field = isConditionName(word)
    ? !['group', 'expression'].includes(conditions[word].kind) && conditions[word].field
    : knownFields.find((name) => name.toLowerCase() === word);
  const isText = knownFields.some((name) => name === field && otherTypes[name] !== 'boolean');
  return field && (field === 'gpc' || isText) ? field : undefined;
}

/**
 * The text of a field. What the page has is read from the page, every other field from the record. Undefined without a
 * record, and for a field without a value. Only the privacy signal needs no record: it must be obeyed before any lookup.
 *
 * @param locale of the readers. Without it the text is for machines.
 */
export function fieldText(field: string, facts: Facts, locale?: string): string | undefined {
  const { record, page, onMissingField } = facts;
  if (field === 'price-currency') return facts.showByPlace?.({ prices: facts.namedBeside?.[0] }, facts, '')?.text;
  // No field has a hyphen, so it is a word about delivery.
  if (field.includes('-')) return facts.askDelivery?.(field, facts, locale);
  const source: PageFacts | VisitorRecord | undefined =
    Object.hasOwn(page, field) && (record || field === 'gpc') ? page : record;
  const value = source?.[field as keyof typeof source] as VisitorRecord[FieldName];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // An empty query is known: the address has none. An empty referrer is not: a page may keep its address to itself.
  if (value !== undefined && (value !== '' || field === 'query')) return value.toString();
  onMissingField?.(field);
  return undefined;
}

/** Answers for one value of a condition. */
function answerValue(name: ConditionName, wanted: string, facts: Facts): Answer {
  const [country = '', state] = name === 'state' ? wanted.split('-') : [];
  // `US-CA` is country US *and* state CA: the answer is no in Germany even when the state is not known.
  if (state !== undefined)
    return answerValue('country', spellCountry(country), facts) && answerValue('state', state, facts);
  const value = fieldText(conditions[name].field, facts);
  if (wanted === 'unknown') return value === undefined;
  if (wanted === '*') return value !== undefined;
  if (name === 'group') return askGroup(wanted, facts);
  if (name === 'country' && wanted === 'eu') return facts.record?.isEU;
  if (value === undefined) return undefined;
  if (isLazy(name)) return facts.askLazy?.(name, wanted, facts);
  const folded = name === 'path' ? value : fold(value);
  const isSpeltSo = matches(folded, wanted) || (name === 'language' && folded.startsWith(`${wanted}-`));
  // That file also follows the page's address.
  const asks = name === 'path' || (!isSpeltSo && mayBeOneThing.test(`${name} ${wanted}`));
  return (asks && facts.askLazy?.(name as AskedLazily, wanted, facts)) || isSpeltSo;
}

/** Zones have several names, and so have languages with a script or a region, and those written by their older code. */
const mayBeOneThing = /^timezone|^language (.*-|n[bno]$|i[nw]|ji|tl)/;

/** Whether a visitor is in a group. One group of the owner cannot use another, to avoid recursion. */
export function askGroup(name: string, facts: Facts): Answer {
  const own = facts.groups?.get(name);
  return own
    ? answer(own, { ...facts, groups: undefined })
    : any(placesIn(name), (place) => answerValue(place[2] ? 'state' : 'country', place, facts));
}

function parseValues(name: ConditionName, wanted: unknown): string[] {
  const { kind } = conditions[name];
  if (kind === 'yesOrNo' && wanted === '') return ['yes'];
  const list: readonly unknown[] = Array.isArray(wanted)
    ? wanted
    : textOf(wanted).split(separators[kind] ?? blanksAndCommas);
  const read = name === 'path' ? pathOf : fold;
  const values = list.map((value) => read(textOf(value))).filter(Boolean);
  if (kind === 'country') return values.map(spellCountry);
  if (kind === 'yesOrNo') return values.map((value) => yesOrNo[value] ?? value);
  return name === 'asn' ? values.map((value) => value.replace(/^as/, '')) : values;
}

const yesOrNo: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

function isUsable(name: ConditionName, value: string, groups: Groups | undefined): boolean {
  if (knownOrNot.includes(value)) return true;
  return name === 'group'
    ? !!groups?.has(value) || placesIn(value).length > 0
    : (patterns[conditions[name].kind] ?? noFullWidthSeparators).test(value);
}
