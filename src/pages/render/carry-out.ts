import type { Plan } from '../../rules/markup/plan.ts';
import { attributeOf, type ElementNode, encode } from './nodes.ts';

/** The values of attributes from before a plan was carried out. Null for one that was not there. */
export type Originals = Record<string, string | null>;

/**
 * Carries the attributes of a plan out on a page that is on its way.
 *
 * @param originals gets what was there before. What cannot be told from there stays as it is, since the widget could not
 *   restore it.
 */
export function carryOut(plan: Plan<ElementNode>, originals: Originals = {}): void {
  for (const { node, attribute, value } of plan) {
    const original = attribute === undefined ? undefined : attributeOf(node, attribute);
    if (attribute === undefined || original === undefined || original === value) continue;
    if (!(attribute in originals)) originals[attribute] = original;
    if (value === null) node.attributes.delete(attribute);
    else node.attributes.set(attribute, encode(value));
  }
}
