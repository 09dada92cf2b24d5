import type { Answer, Condition, Groups } from '../clause.ts';
import { answer, any, parseCondition, parseEntries } from '../condition.ts';
import type { Facts } from '../facts.ts';
import type { Parsed } from '../mistake.ts';
import type { MarkupReader } from './reader.ts';

type Verb = 'show' | 'hide';

/** One `data-geo-show`, `data-geo-hide` or `geo-show-…` class. */
export interface VisibilityRule {
  readonly verb: Verb;
  /** What the owner wrote: the attribute with its value, or the class. */
  readonly source: string;
  readonly condition: Condition;
}

/** Reads what an element's attributes and classes say about whether it shows. Only a browser knows unless all of it can be read here. */
export function readVisibility<Node>(
  reader: MarkupReader<Node>,
  node: Node,
  groups?: Groups,
): Parsed<readonly VisibilityRule[]> {
  const written = [
    ...readAttributes(reader, node, groups),
    ...readClasses(reader.attribute(node, 'class') ?? '', groups),
  ];
  return {
    value: written.map(({ verb, source, parsed }) => ({ verb, source, condition: parsed.value })),
    mistakes: written.flatMap(({ parsed }) => parsed.mistakes),
  };
}

/** Yes shows the element and no hides it; when the answer is unknown it stays as written. Any "show" and no "hide" is a yes. */
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

/** Whether an element shows and hides by a condition of its own: then nothing else changes its `hidden`. */
export function hasOwnCondition<Node>(reader: MarkupReader<Node>, node: Node): boolean {
  return (
    /^geo-(if|switch|case)$/.test(reader.tag(node)) ||
    reader.attributeNames(node).some((name) => name === 'data-geo-show' || name === 'data-geo-hide') ||
    classPattern.test(reader.attribute(node, 'class') ?? '')
  );
}

interface Written {
  readonly verb: Verb;
  readonly source: string;
  readonly parsed: Parsed<Condition>;
}

function readAttributes<Node>(reader: MarkupReader<Node>, node: Node, groups: Groups | undefined): Written[] {
  return reader.attributeNames(node).flatMap((name): Written[] => {
    const verb = /^data-geo-(show|hide)$/.exec(name)?.[1];
    const text = verb && reader.attribute(node, name);
    if ((verb !== 'show' && verb !== 'hide') || typeof text !== 'string') return [];
    return [{ verb, source: `${name}="${text}"`, parsed: parseCondition(text, groups) }];
  });
}

const classPattern = /(?:^|\s)geo-(show|hide)-([a-z0-9]+)(?!\S)/i;

/** For page builders that only allow classes: `geo-show-de`, `geo-hide-dach`. A code of two letters is a country. */
function readClasses(classes: string, groups: Groups | undefined): Written[] {
  return [...classes.matchAll(new RegExp(classPattern, 'gi'))].map(([token, verb = '', target = '']) => ({
    verb: verb.toLowerCase() === 'hide' ? 'hide' : 'show',
    source: `class ${token.trim()}`,
    // No group has a name of two letters, and `eu` is the same question as a country.
    parsed: parseEntries([[target[2] ? 'group' : 'country', target]], groups),
  }));
}
