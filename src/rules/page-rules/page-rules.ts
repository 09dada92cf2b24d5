import type { Answer, Condition, Groups } from '../conditions/clause.ts';
import type { Facts } from '../facts.ts';
import { type Binding, bindingPrefix } from '../markup/bindings.ts';
import type { readBindings } from '../markup/bindings.ts';
import type { AttributeReader } from '../markup/reader.ts';
import { hasOwnCondition } from '../markup/visibility.ts';
import type { MistakeCode } from '../mistake.ts';
import { type ComplexSelector, parseSelector } from './selector.ts';

/** What an owner wrote in `rules` of the settings block, for pages whose HTML cannot be edited. */
export interface PageRule {
  /** Where it stands in the list, from 0. */
  readonly index: number;
  readonly select: string;
  readonly selectors: readonly ComplexSelector[];
  /** As it is written. Undefined: the rule always holds. */
  readonly when: string | undefined;
  readonly condition: Condition | undefined;
  /** What it binds, by the names of bindings: `text`, `href` … */
  readonly values: ReadonlyMap<string, string>;
}

/** The rules of attributes, which these build on. A lazy file gets them from `geolet.js`. */
export interface AttributeRules {
  readonly readBindings: typeof readBindings;
  answer(condition: Condition, facts: Facts): Answer;
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
    const { select, when, ...values } = Object(one) as Record<string, unknown>;
    const fail = (why: string): readonly [] => {
      note?.('unusable-rule', `rules[${index}]: ${why}`);
      return [];
    };
    if (typeof select !== 'string') return fail('no select');
    const selectors = parseSelector(select);
    if (!selectors) return fail(`select: ${select}`);
    const names = Object.keys(values);
    const wrong = names.find((name) => !/^[a-z-]+$/.test(name) || typeof values[name] !== 'string');
    if (wrong !== undefined || names.length === 0) return fail(wrong ?? `nothing to bind: ${select}`);
    if (when !== undefined && typeof when !== 'string') return fail('when');
    // What is wrong with it is said when the rule binds its first element, as with `data-geo-when`.
    const condition = when === undefined ? undefined : conditionOf(when);
    return {
      index,
      select,
      selectors,
      when,
      condition,
      values: new Map(Object.entries(values as Record<string, string>)),
    };
  });
}

/** A binding by rules, and which of them holds for a visitor. */
interface Choice {
  readonly rule: PageRule;
  readonly binding: Binding;
}

const whenAttribute = `${bindingPrefix}when`;

/** What a name writes. Two names may write the same: then the first rule that holds does, and an attribute before it. */
const writes: Readonly<Record<string, string>> = { currency: 'text', show: 'visibility', hide: 'visibility' };

/** What an element's own attributes and classes bind. No rule writes the same. */
export function boundByItself<Node>(reader: AttributeReader<Node>, node: Node): readonly string[] {
  const names = reader
    .attributeNames(node)
    .filter((name) => name.startsWith(bindingPrefix))
    .map((name) => name.slice(bindingPrefix.length));
  return [...names.map((name) => writes[name] ?? name), ...(hasOwnCondition(reader, node) ? ['visibility'] : [])];
}

/**
 * Reads what rules ask for of an element. Of several rules that write the same, the first whose `when` is yes holds.
 *
 * @param found the rules whose selector finds the element, in their order.
 */
export function readPageRules<Node>(
  rules: AttributeRules,
  reader: AttributeReader<Node>,
  node: Node,
  found: readonly PageRule[],
  groups?: Groups,
  note?: NoteRule,
): readonly Binding[] {
  const own = boundByItself(reader, node);
  const choices = new Map<string, Choice[]>();
  for (const rule of found) {
    const byTarget = new Map<string, Map<string, string>>();
    for (const [name, value] of rule.values) {
      const target = writes[name] ?? name;
      const attributes = byTarget.get(target) ?? new Map<string, string>();
      byTarget.set(target, attributes.set(bindingPrefix + name, value));
    }
    for (const [target, attributes] of byTarget) {
      if (own.includes(target)) continue;
      const alone: AttributeReader<Node> = {
        ...reader,
        attributeNames: () => [...attributes.keys()],
        attribute: (_node, name) => attributes.get(name) ?? (name === whenAttribute ? (rule.when ?? null) : null),
      };
      const noteRule = (code: MistakeCode): void => note?.(code, `rules[${rule.index}]: ${rule.select}`);
      const [binding] = rules.readBindings(alone, node, groups, noteRule);
      if (binding) choices.set(target, [...(choices.get(target) ?? []), { rule, binding }]);
    }
  }
  const bindings = [...choices.values()].map((of) => firstThatHolds(rules, of));
  // Visibility last, as in `readBindings`.
  return bindings.toSorted((one, other) => Number(isVisibility(one)) - Number(isVisibility(other)));
}

function isVisibility({ target }: Binding): boolean {
  return target === 'visibility';
}

function firstThatHolds({ answer }: AttributeRules, choices: readonly Choice[]): Binding {
  const [{ binding }] = choices as [Choice];
  return {
    ...binding,
    want(facts, ...place) {
      const held = choices.find(({ rule }) => !rule.condition || answer(rule.condition, facts));
      return held?.binding.want(facts, ...place);
    },
  };
}
