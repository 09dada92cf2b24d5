import type { Condition, Groups } from '../rules/clause.ts';
import { parseEntries } from '../rules/condition.ts';
import { conditionAttributes } from '../rules/condition-table.ts';
import type { Parsed } from '../rules/mistake.ts';

/** The condition in an element's attributes. */
export function conditionOf(element: Element, groups: Groups): Parsed<Condition> {
  const written = conditionAttributes.filter((name) => element.hasAttribute(name));
  return parseEntries(
    written.map((name) => [name, element.getAttribute(name)]),
    groups,
  );
}
