import type { Condition, Groups, ReportMistake } from '../rules/clause.ts';
import { parseEntries } from '../rules/condition.ts';
import { conditionNames } from '../rules/condition-table.ts';

/** The attributes in which an element's condition is written. */
export const conditionAttributes = conditionNames.flatMap((name) => [name, `not-${name}`]);

/** The condition in an element's attributes. */
export function conditionOf(element: Element, groups: Groups, report: ReportMistake): Condition {
  const written = conditionAttributes.filter((name) => element.hasAttribute(name));
  return parseEntries(
    written.map((name) => [name, element.getAttribute(name)]),
    report,
    groups,
  );
}
