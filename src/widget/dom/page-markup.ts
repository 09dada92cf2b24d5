import type { Answer } from '../../rules/conditions/clause.ts';
import { choosePart, type Part } from '../../rules/markup/parts.ts';
import type { Plan } from '../../rules/markup/plan.ts';
import { domReader } from './dom-reader.ts';
import { native } from './native.ts';

/** What lazy files get from `geolet.js`. */
interface PageTools {
  isComplete(node: Node): boolean;
}

/** Like the rule, but a template that the parser may still be inside leaves the page as written. */
export function partOf(host: Element, answer: Answer, { isComplete }: PageTools): Part<Element> {
  const part = choosePart(domReader, host, answer);
  return part.kind === 'template' && !isComplete(part.template) ? { kind: 'written' } : part;
}

/** Carries the attributes of a plan out on the page. */
export function carryOut(plan: Plan<Element>): void {
  for (const { node, attribute = '', value } of plan) {
    const own = native(node);
    if (value === null) own.removeAttribute(attribute);
    else own.setAttribute(attribute, value);
  }
}
