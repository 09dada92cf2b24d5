import type { AttributeReader } from '../markup/reader.ts';
import { StepBudget } from '../reading-limits.ts';
import { answerSimple, wordsOf } from './match.ts';
import type { PageRule } from './page-rules.ts';
import { type CompoundSelector, keyOf, keyPrefixes, type SimpleSelector } from './selector.ts';

/** A rule whose selector finds an element. Not sure: only a browser can tell whether it does. */
export interface FoundRule {
  readonly rule: PageRule;
  readonly isSure: boolean;
}

/** A part of a selector, behind the one before it. */
interface Step extends CompoundSelector {
  readonly previous: Step | undefined;
  /** Those of which it is the last part. */
  readonly rules: PageRule[];
  /** The parts behind it, by their text. Selectors that begin alike share them. */
  readonly next: Map<string, Step>;
}

/** Parts of selectors that hold, and whether that is sure. */
type Steps = ReadonlyMap<Step, boolean>;

/** How far the selectors have come at an element. */
export interface RulePlace {
  readonly own: Steps;
  /** At the element or at one around it. */
  readonly all: Steps;
  /** Whether a browser may see something else around what is in it. */
  readonly isUnsure: boolean;
}

/** Around the page's root. */
export const nowhere: RulePlace = { own: new Map(), all: new Map(), isUnsure: false };

/** Where nothing was looked for. */
const unsure: RulePlace = { ...nowhere, isUnsure: true };

/**
 * Finds the rules for the elements of a page that goes by. What the selectors came to is kept for each open element, so
 * that an element costs the same wherever it stands, and asks only the rules that can match it.
 */
export class RuleFinder<Node> {
  readonly #reader: AttributeReader<Node>;
  readonly #first = new Map<string, Step>();
  readonly #byKey = new Map<string, Step[]>();
  readonly #budget = new StepBudget();

  /** Whether the page has asked more of the rules than is looked at. From there on none is found. */
  get isSpent(): boolean {
    return this.#budget.isSpent;
  }

  constructor(reader: AttributeReader<Node>, rules: readonly PageRule[]) {
    this.#reader = reader;
    for (const rule of rules) for (const selector of rule.selectors) this.#add(rule, selector);
  }

  #add(rule: PageRule, selector: readonly CompoundSelector[]): void {
    let previous: Step | undefined;
    for (const compound of selector) {
      const siblings: Map<string, Step> = previous?.next ?? this.#first;
      const text = JSON.stringify(compound);
      const step = siblings.get(text) ?? { ...compound, previous, rules: [], next: new Map<string, Step>() };
      if (!siblings.has(text)) {
        siblings.set(text, step);
        const key = inOneCase(keyOf([compound]));
        const those = this.#byKey.get(key);
        if (those) those.push(step);
        else this.#byKey.set(key, [step]);
      }
      previous = step;
    }
    previous?.rules.push(rule);
  }

  /**
   * @param around the place of the element around it.
   * @param unread names of attributes that may be others in the browser.
   */
  find(
    node: Node,
    around: RulePlace,
    unread: ReadonlySet<string>,
  ): { readonly place: RulePlace; readonly found: readonly FoundRule[] } {
    if (this.isSpent) return { place: unsure, found: [] };
    const own = this.#stepsAt(node, around, unread);
    const byRule = new Map<PageRule, boolean>();
    for (const [{ rules }, isSure] of own)
      for (const rule of rules) byRule.set(rule, isSure || byRule.get(rule) === true);
    const found = [...byRule]
      .map(([rule, isSure]) => ({ rule, isSure }))
      .toSorted((one, other) => one.rule.index - other.rule.index);
    // What rules write on it may be what they ask for.
    const written = found.flatMap(({ rule }) => rule.parts.map(({ target }) => target));
    const seen = written.length > 0 ? this.#stepsAt(node, around, new Set([...unread, ...written])) : own;
    const reached = addedTo(around.all, seen);
    this.#budget.spend(found.length + written.length + (reached === around.all ? 0 : reached.size));
    return { place: { own: seen, all: reached, isUnsure: false }, found };
  }

  #stepsAt(node: Node, around: RulePlace, unread: ReadonlySet<string>): Steps {
    const reader = this.#reader;
    const attribute = (of: Node, name: string) => (unread.has(name) ? undefined : reader.attribute(of, name));
    const seen = { ...reader, attribute };
    const steps = new Map<Step, boolean>();
    for (const key of this.#keysOf(seen, node, unread))
      for (const step of this.#byKey.get(key) ?? []) {
        this.#budget.spend(1);
        const answer = all([isBelow(step, around), ...step.simples.map((simple) => answerAt(seen, node, simple))]);
        if (answer !== false) steps.set(step, answer === true);
      }
    return steps;
  }

  #keysOf(reader: AttributeReader<Node>, node: Node, unread: ReadonlySet<string>): ReadonlySet<string> {
    const keys = new Set(['*', keyPrefixes.tag + reader.tag(node)]);
    for (const name of [...reader.attributeNames(node), ...unread]) keys.add(keyPrefixes.attribute + name);
    const id = reader.attribute(node, 'id');
    const classes = reader.attribute(node, 'class');
    if (id) keys.add(inOneCase(keyPrefixes.id + id));
    if (classes) for (const name of wordsOf(classes)) keys.add(inOneCase(keyPrefixes.class + name));
    for (const [value, prefix] of [
      [id, keyPrefixes.id],
      [classes, keyPrefixes.class],
    ] as const)
      if (value === undefined) {
        this.#budget.spend(this.#byKey.size);
        for (const key of this.#byKey.keys()) if (key.startsWith(prefix)) keys.add(key);
      }
    return keys;
  }
}

/** In quirks mode, browsers read classes and ids without case. */
function inOneCase(key: string): string {
  return /^[#.]/.test(key) ? key.toLowerCase() : key;
}

function isBelow({ combinator, previous }: Step, around: RulePlace): boolean | undefined {
  if (!previous) return true;
  if (around.isUnsure) return undefined;
  const isSure = (combinator === '>' ? around.own : around.all).get(previous);
  return isSure === undefined ? false : isSure || undefined;
}

function answerAt<Node>(reader: AttributeReader<Node>, node: Node, simple: SimpleSelector): boolean | undefined {
  const { kind, name, isNot } = simple;
  const answer = answerSimple(reader, node, simple);
  const isFound = answer !== !!isNot;
  if (kind === 'tag' || kind === 'attribute') {
    // Names in SVG and MathML may have capitals.
    return isFound && !reader.isHtml(node) ? undefined : answer;
  }
  if (kind === 'any' || answer === undefined || isFound) return answer;
  const text = (reader.attribute(node, kind) ?? '').toLowerCase();
  const has = kind === 'id' ? text === name.toLowerCase() : wordsOf(text).includes(name.toLowerCase());
  return has ? undefined : answer;
}

function all(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function addedTo(around: Steps, own: Steps): Steps {
  const isIn = [...own].every(([step, isSure]) => around.get(step) === true || (!isSure && around.has(step)));
  if (isIn) return around;
  const added = new Map(around);
  for (const [step, isSure] of own) added.set(step, isSure || around.get(step) === true);
  return added;
}
