import type { Answer, Clause, Condition } from '../../../rules/conditions/clause.ts';
import { answer, parseEntries } from '../../../rules/conditions/condition.ts';
import type { Facts } from '../../../rules/facts.ts';
import type { Entry } from '../../../rules/conditions/entries.ts';
import { describeMistake } from './mistakes.ts';
import { type Known, withoutLacks } from './known.ts';
import { valueIn } from './visitor-values.ts';
import { whyUnknown } from './why-unknown.ts';

export interface ExplainedCondition {
  readonly answer: Answer;
  /** One line for each name: `country: DE AT → no, the visitor's country is FR`. */
  readonly lines: readonly string[];
}

export function explainCondition(entries: readonly Entry<string>[], known: Known): ExplainedCondition {
  const facts = known.facts && withoutLacks(known.facts);
  const groups = [...(facts?.groups?.keys() ?? [])];
  const mistakes: { readonly at: number | string | undefined; readonly words: string }[] = [];
  const condition = parseEntries(entries, facts?.groups, (code, text, at) =>
    mistakes.push({ at, words: `${code}: ${describeMistake(code, text, groups)}` }),
  );
  return {
    answer: facts && answer(condition, facts),
    lines: entries.map(([name, wanted], at) => {
      const clause = condition[at];
      const written = wanted ? `${name}: ${wanted}` : name;
      if (!clause) return written;
      const described = mistakes.filter((mistake) => mistake.at === at).map(({ words }) => words);
      const reasons = [describeVisitorValue(clause, known), ...described].filter(Boolean).join('; ');
      return `${written} → ${answerOf(clause, facts)}, ${reasons}`;
    }),
  };
}

export function wordOf(given: Answer): string {
  if (given === undefined) return 'unknown';
  return given ? 'yes' : 'no';
}

function answerOf(clause: Clause, facts: Facts | undefined): string {
  return wordOf(facts && answer([clause], facts));
}

/** What is known of the visitor for one question, or why nothing is. */
function describeVisitorValue(clause: Clause, known: Known): string {
  const { facts } = known;
  if (!facts?.record) return known.missing;
  if (!clause.values.length) return '';
  const value = valueIn[clause.name](facts.record, facts, clause);
  if (value === undefined) return whyUnknown(clause.name, known);
  const nested = groupConditions(clause, facts);
  if (nested.length) return `${value} (${nested.join('; ')})`;
  if (answer([clause], facts) !== undefined) return value;
  return `${value}; ${known.source === 'guess' ? guessed : waiting}`;
}

const guessed = 'the guess has only a country, and the record has not arrived yet';
const waiting = 'the file that answers it is still loading, or the page blocks it';

/** What an owner's group stands for, and how the visitor answers it. */
function groupConditions({ name, values }: Clause, facts: Facts): string[] {
  if (name !== 'group') return [];
  return values.flatMap((value) => {
    const own = facts.groups?.get(value);
    if (!own) return [];
    const word = wordOf(answer(own, { ...facts, groups: undefined }));
    return [`${value} is ${textOf(own)}: ${word}`];
  });
}

function textOf(condition: Condition): string {
  return condition.map(({ name, not, values }) => `${not ? 'not-' : ''}${name}: ${values.join(' ')}`).join('; ');
}
