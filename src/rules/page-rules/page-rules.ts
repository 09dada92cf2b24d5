import type { Answer, Condition, Groups } from '../conditions/clause.ts';
import type { Facts } from '../facts.ts';
import { type Binding, bindingPrefix, type Choice } from '../markup/bindings.ts';
import type { readBindings } from '../markup/bindings.ts';
import { valueOf, type Want } from '../markup/evaluate.ts';
import type { AttributeReader } from '../markup/reader.ts';
import { hasOwnCondition } from '../markup/visibility.ts';
import type { MistakeCode } from '../mistake.ts';
import { type RulePart, rulePartReader } from './rule-part.ts';
import { type ComplexSelector, parseSelector } from './selector.ts';

/** What an owner wrote in `rules` of the settings block, for pages whose HTML cannot be edited. */
export interface PageRule {
  /** Where it stands in the list, from 0. */
  readonly index: number;
  readonly select: string;
  readonly selectors: readonly ComplexSelector[];
  /** Of `when`. Undefined: the rule always holds. */
  readonly condition: Condition | undefined;
  /** What it writes, a part for each target. */
  readonly parts: readonly RulePart[];
}

/** The rules of attributes, which these build on. A lazy file gets them from `geolet.js`. */
export interface AttributeRules {
  readonly readBindings: typeof readBindings;
  answer(condition: Condition, facts: Facts): Answer;
}

/** What there is for an element. */
export interface FoundRules {
  /** The rules whose selector finds it, in their order. */
  readonly found: readonly PageRule[];
  readonly groups?: Groups | undefined;
  readonly note?: NoteRule;
}

/** @param text the rule that is at fault, or the part of it. */
export type NoteRule = (code: MistakeCode, text: string) => void;

export const mostRules = 256;

/** Reads the list. A rule that cannot be used is reported, and used nowhere; the others hold. */
export function parsePageRules(
  given: unknown,
  conditionOf: (text: string) => Condition,
  note?: NoteRule,
): readonly PageRule[] {
  if (!Array.isArray(given)) {
    note?.('unusable-rule', 'rules: not a list');
    return [];
  }
  if (given.length > mostRules) note?.('unusable-rule', `rules: ${given.length}, and ${mostRules} are read`);
  return given.slice(0, mostRules).flatMap((one: unknown, index) => {
    const { select: written, ...values } = Object(one) as Record<string, unknown>;
    const fail = (why: string): readonly [] => {
      note?.('unusable-rule', `rules[${index}]: ${why}`);
      return [];
    };
    if (typeof written !== 'string') return fail('no select');
    // A browser gets it as it stands, and takes fewer blanks away.
    const select = written.trim();
    const selectors = parseSelector(select);
    if (!selectors) return fail(`select: ${select}`);
    const texts = textsIn(values);
    const wrong = Object.keys(values).find((name) => !/^[a-z-]+$/.test(name) || texts[name] === undefined);
    if (wrong !== undefined) return fail(wrong);
    const parts = partsOf(select, texts);
    if (parts.length === 0) return fail(`nothing to bind: ${select}`);
    // What is wrong with `when` is said when the rule binds its first element, as with `data-geo-when`.
    const condition = texts.when === undefined ? undefined : conditionOf(texts.when);
    return { index, select, selectors, condition, parts };
  });
}

function textsIn(values: Readonly<Record<string, unknown>>): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** What a name writes. Two names may write the same: then the first rule that holds does, and an attribute before it. */
const writes: Readonly<Record<string, string>> = { currency: 'text', show: 'visibility', hide: 'visibility' };

export const targetOf = (name: string): string => (Object.hasOwn(writes, name) && writes[name]) || name;

/** Names that write nothing by themselves, but are for all that the rule writes. */
export const ruleHelpers = ['when', 'prices', 'delivery', 'replaces'];

/** Visibility comes last, as in `readBindings`. */
function partsOf(select: string, values: Readonly<Partial<Record<string, string>>>): readonly RulePart[] {
  const isHelper = ([name]: readonly [string, unknown]) => ruleHelpers.includes(name);
  const entries = Object.entries(values);
  const shared = entries.filter(isHelper);
  const written = new Map<string, (readonly [string, string | undefined])[]>();
  for (const entry of entries) {
    if (isHelper(entry)) continue;
    const target = targetOf(entry[0]);
    const those = written.get(target);
    if (those) those.push(entry);
    else written.set(target, [...shared, entry]);
  }
  const targets = [...written.keys()].toSorted(visibilityLast);
  return targets.map((target) => ({ select, target, written: Object.fromEntries(written.get(target) ?? []) }));
}

export function visibilityLast(one: string, other: string): number {
  return Number(one === 'visibility') - Number(other === 'visibility');
}

/** What an element's own attributes and classes bind. No rule writes the same. */
export function boundByItself<Node>(reader: AttributeReader<Node>, node: Node): readonly string[] {
  const names = reader
    .attributeNames(node)
    .filter((name) => name.startsWith(bindingPrefix))
    .map((name) => name.slice(bindingPrefix.length));
  return [...names.map(targetOf), ...(hasOwnCondition(reader, node) ? ['visibility'] : [])];
}

/**
 * Reads what rules ask for of an element. Of several rules that write the same, the first whose `when` is yes holds.
 */
export function readPageRules<Node>(
  rules: AttributeRules,
  reader: AttributeReader<Node>,
  node: Node,
  { found, groups, note }: FoundRules,
): readonly Binding[] {
  const own = boundByItself(reader, node);
  const kind = `${reader.tag(node)} ${reader.isHtml(node)} ${reader.typeOfInput(node)}`;
  const choices = new Map<string, Choice[]>();
  for (const { index, select, condition, parts } of found) {
    const noteRule = (code: MistakeCode): void => note?.(code, `rules[${index}]: ${select}`);
    for (const part of parts) {
      if (own.includes(part.target)) continue;
      const read = () => rules.readBindings(rulePartReader(reader, part), node, groups, noteRule)[0];
      const binding = readOnce(part, kind, groups, read);
      if (binding) choices.set(part.target, [...(choices.get(part.target) ?? []), { condition, binding }]);
    }
  }
  const targets = [...choices.keys()].toSorted(visibilityLast);
  return targets.map((target) => firstThatHolds(rules, choices.get(target) ?? []));
}

/** A page may have any number of kinds of elements. */
const mostKinds = 200;
const noGroups: Groups = new Map();
const known = new WeakMap<Groups, WeakMap<RulePart, Map<string, Binding | undefined>>>();

/** A part binds the same on all elements of a kind, and a page has many elements of few kinds. */
function readOnce(
  part: RulePart,
  kind: string,
  groups: Groups = noGroups,
  read: () => Binding | undefined,
): Binding | undefined {
  const ofGroups = known.get(groups) ?? new WeakMap<RulePart, Map<string, Binding | undefined>>();
  known.set(groups, ofGroups);
  const byKind = ofGroups.get(part) ?? new Map<string, Binding | undefined>();
  ofGroups.set(part, byKind);
  if (byKind.has(kind)) return byKind.get(kind);
  if (byKind.size === mostKinds) byKind.clear();
  const binding = read();
  byKind.set(kind, binding);
  return binding;
}

function firstThatHolds(rules: AttributeRules, choices: readonly Choice[]): Binding {
  const [{ binding }] = choices as [Choice];
  return { ...binding, choices, want: (...asked) => wantFirst(rules, choices, asked) };
}

/** A rule for other words than the page has leaves it to those behind it. */
function wantFirst(rules: AttributeRules, choices: readonly Choice[], asked: Parameters<Want>): ReturnType<Want> {
  const held = choices.findIndex(({ condition }) => !condition || rules.answer(condition, asked[0]));
  const wanted = choices[held]?.binding.want(...asked);
  if (typeof wanted !== 'function') return wanted;
  return (written) => {
    const value = wanted(written);
    return value === undefined ? valueOf(wantFirst(rules, choices.slice(held + 1), asked), written) : value;
  };
}
