import type { Answer, Condition, Groups } from '../conditions/clause.ts';
import { answer, any, parseCondition, parseEntries } from '../conditions/condition.ts';
import type { Facts } from '../facts.ts';
import type { Note } from '../mistake.ts';
import { hiddenByBinding } from './evaluate.ts';
import type { AttributeReader } from './reader.ts';
import { tokensOf } from '../text/normalize.ts';

export type Verb = 'show' | 'hide';

/** One `data-geo-show`, `data-geo-hide` or `geo-show-…` class. */
export interface VisibilityRule {
  readonly verb: Verb;
  readonly condition: Condition;
}

/** Stands for `hidden` in page builders that only allow classes. The page's own CSS has a rule for it. */
export const hiddenClass = 'geo-hidden';

/** What says whether an element shows. */
export const visibilityAttributes: readonly string[] = ['data-geo-show', 'data-geo-hide', 'class'];

/** The prefix is in lower case, as in the selector that finds these elements. */
export const classPattern = /^geo-(show|hide)-([a-zA-Z0-9]+)$/;

/** The classes that say whether an element shows. */
export function visibilityTokens(classes: string | null | undefined): readonly string[] {
  return tokensOf(classes).filter((token) => classPattern.test(token));
}

/**
 * Reads what an element's attributes, then its classes, say about whether it shows. If only a browser can read one of
 * them, there are no rules: half of them could give another answer.
 */
export function readVisibility<Node>(
  reader: AttributeReader<Node>,
  node: Node,
  groups?: Groups,
  note?: Note,
): readonly VisibilityRule[] {
  const rules: VisibilityRule[] = [];
  for (const verb of ['show', 'hide'] as const) {
    const name = `data-geo-${verb}`;
    const text = reader.attribute(node, name);
    if (text === undefined) return [];
    if (text !== null) rules.push({ verb, condition: parseCondition(text, groups, note) });
  }
  const classes = reader.attribute(node, 'class');
  if (classes === undefined) return [];
  for (const token of visibilityTokens(classes)) {
    const [, verb, target = ''] = token.split('-');
    // A code of two letters is a country: no group has such a name, and `eu` means the same as either.
    rules.push({
      verb: verb === 'hide' ? verb : 'show',
      condition: parseEntries([[target[2] ? 'group' : 'country', target]], groups, note),
    });
  }
  return rules;
}

/** Yes shows the element, no hides it, and unknown leaves it as written. "Any show and no hide" is a yes. */
export function evaluateVisibility(rules: readonly VisibilityRule[], facts: Facts): Answer {
  const ask = (verb: Verb, otherwise: boolean): Answer => {
    const asked = rules.filter((rule) => rule.verb === verb);
    return asked.length ? any(asked, ({ condition }) => answer(condition, facts)) : otherwise;
  };
  const shown = ask('show', true);
  const hidden = ask('hide', false);
  if (shown === false || hidden) return false;
  return shown && hidden === false ? true : undefined;
}

/**
 * Whether a conditional element is hidden as a whole: by `data-geo-show`, `data-geo-hide` or a class on it. While they
 * do not say no, its own condition decides alone.
 */
export function isHiddenAsWhole<Node>(reader: AttributeReader<Node>, host: Node, facts: Facts): boolean {
  return evaluateVisibility(readVisibility(reader, host, facts.groups), facts) === false;
}

/** Whether an element decides what it shows. It alone writes its `hidden`. */
export function isConditional(tag: string): boolean {
  return /^geo-(if|switch|case|optout)$/.test(tag);
}

/** Whether an element shows and hides by a condition of its own. Then nothing else changes its `hidden`. */
export function hasOwnCondition<Node>(reader: AttributeReader<Node>, node: Node): boolean {
  return (
    isConditional(reader.tag(node)) ||
    reader.attribute(node, 'data-geo-show') !== null ||
    reader.attribute(node, 'data-geo-hide') !== null ||
    visibilityTokens(reader.attribute(node, 'class')).length > 0
  );
}

/** Whether what is around an element leaves its `hidden` alone: it has a condition of its own, or a rule has hidden it. */
export function keepsHidden<Node>(reader: AttributeReader<Node>, node: Node): boolean {
  return hasOwnCondition(reader, node) || reader.attribute(node, 'hidden') === hiddenByBinding;
}
