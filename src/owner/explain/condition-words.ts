import { describeMistake, spellAsText } from '../advice/mistake-words.ts';
import type { Answer, Clause, Condition } from '../../rules/conditions/clause.ts';
import { parseEntries } from '../../rules/conditions/condition.ts';
import { hasStates } from '../../rules/conditions/groups.ts';
import type { Facts } from '../../rules/facts.ts';
import type { Entry } from '../../rules/conditions/entries.ts';
import { answerTo, traceCondition, type Traced, wasAsked } from '../trace-page.ts';
import type { Snapshot } from './snapshot.ts';
import { valueIn } from './visitor-values.ts';
import { whyUnknown } from './why-unknown.ts';

export interface ExplainedCondition {
  readonly answer: Answer;
  /** One line for each name: `country: DE AT → no, the visitor's country is FR`. */
  readonly lines: readonly string[];
}

export function explainCondition(entries: readonly Entry<string>[], snapshot: Snapshot): ExplainedCondition {
  const condition = parseEntries(entries, snapshot.facts?.groups);
  const traced = traceCondition(condition, snapshot.facts);
  return { answer: traced.value, lines: explainClauses(entries, condition, traced, snapshot) };
}

/** @param condition what the entries were read as: a clause for each. */
export function explainClauses(
  entries: readonly Entry<string>[],
  condition: Condition,
  traced: Traced<unknown>,
  snapshot: Snapshot,
): string[] {
  const groups = [...(snapshot.facts?.groups?.keys() ?? [])];
  const mistakes = new Map<unknown, string>();
  parseEntries(entries, snapshot.facts?.groups, (code, text, at) => {
    mistakes.set(
      at,
      [mistakes.get(at) ?? [], `${code}: ${describeMistake(code, text, { groups, spell: spellAsText })}`]
        .flat()
        .join('; '),
    );
  });
  return entries.map(([name, wanted], at) => {
    const clause = condition[at];
    const written = wanted ? `${name}: ${wanted}` : name;
    if (!clause) return written;
    const isAsked = !snapshot.facts || wasAsked(traced, clause);
    const reasons = [isAsked ? describeVisitorValue(clause, traced, snapshot) : '', mistakes.get(at)];
    return [`${written} ${outcomeWords(traced, clause, snapshot)}`, reasons.filter(Boolean).join('; ')]
      .filter(Boolean)
      .join(', ');
  });
}

/** `→ yes`, or that the question did not matter any more. */
export function outcomeWords(traced: Traced<unknown>, asked: Clause | Condition, { facts }: Snapshot): string {
  return facts && !wasAsked(traced, asked) ? 'is not asked any more' : `→ ${wordOf(answerTo(traced, asked))}`;
}

export function wordOf(given: Answer): string {
  if (given === undefined) return 'unknown';
  return given ? 'yes' : 'no';
}

/** What is known of the visitor for one question, or why nothing is. */
function describeVisitorValue(clause: Clause, traced: Traced<unknown>, snapshot: Snapshot): string {
  const { facts } = snapshot;
  if (!facts || !(facts.record || clause.name === 'gpc')) return snapshot.missing;
  if (!clause.values.length) return '';
  const value = valueIn[clause.name](facts.record ?? {}, facts, clause);
  if (value === undefined) return whyUnknown(clause.name, snapshot);
  const nested = groupConditions(clause, facts, traced);
  if (nested.length) return `${value} (${nested.join('; ')})`;
  if (answerTo(traced, clause) !== undefined) return value;
  if (snapshot.source === 'guess') return `${value}; ${guessed}`;
  const ofStates = clause.name === 'group' ? clause.values.find((one) => hasStates(one)) : undefined;
  if ((clause.name === 'state' || ofStates) && !facts.record?.stateCode) {
    const recipe = ofStates ? `; group: ${ofStates} unknown includes visitors whose state is unknown` : '';
    return `${value}; ${whyUnknown('state', snapshot)}${recipe}`;
  }
  return `${value}; ${waiting}`;
}

const guessed = 'the guess has only a country, and the record has not arrived yet';
const waiting = 'the file that answers it is still loading, or the page blocks it';

/** What an owner's group stands for, and how the visitor answers it. */
function groupConditions({ name, values }: Clause, { groups }: Facts, traced: Traced<unknown>): string[] {
  if (name !== 'group') return [];
  return values.flatMap((value) => {
    const own = groups?.get(value);
    return own && wasAsked(traced, own) ? [`${value} is ${textOf(own)}: ${wordOf(answerTo(traced, own))}`] : [];
  });
}

function textOf(condition: Condition): string {
  return condition.map(({ name, not, values }) => `${not ? 'not-' : ''}${name}: ${values.join(' ')}`).join('; ');
}
