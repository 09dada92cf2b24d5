import type { Condition, Groups } from '../../rules/conditions/clause.ts';
import { answer, fieldText } from '../../rules/conditions/condition.ts';
import type { PageContext } from './page-context.ts';

/**
 * The owner's groups with their answers in place of their conditions, as far as they are known here: a group may have
 * thousands of countries and cities, and each of a page's elements may ask for it.
 */
export function answerGroups(groups: Groups, context: PageContext): Groups {
  const isCountryKnown = fieldText('countryCode', context.facts) !== undefined;
  const always = (isYes: boolean): Condition => [
    { name: 'country', not: false, values: [isYes === isCountryKnown ? '*' : 'unknown'] },
  ];
  const unknown: Condition = [{ name: 'country', not: false, values: [] }];
  return new Map(
    [...groups].map(([name, condition]): [string, Condition] => {
      const decided = context.decide((facts) => ({ answer: answer(condition, { ...facts, groups: undefined }) }));
      if (!decided) return [name, condition];
      return [name, decided.answer === undefined ? unknown : always(decided.answer)];
    }),
  );
}
