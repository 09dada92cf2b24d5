import type { Plan } from '../../rules/markup/plan.ts';
import { native } from '../dom/native.ts';

/** Carries the attributes of a plan out on the page. */
export function carryOut(plan: Plan<Element>): void {
  for (const { node, attribute = '', value } of plan) {
    const own = native(node);
    if (value === null) own.removeAttribute(attribute);
    else own.setAttribute(attribute, value);
  }
}
