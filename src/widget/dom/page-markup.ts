import type { Answer } from '../../rules/conditions/clause.ts';
import { choosePart, type Part } from '../../rules/markup/parts.ts';
import { domReader } from './dom-reader.ts';

/** What lazy files get from `geolet.js`. */
interface PageTools {
  isComplete(node: Node): boolean;
}

/** Like the rule, but a template that the parser may still be inside leaves the page as written. */
export function partOf(host: Element, answer: Answer, { isComplete }: PageTools): Part<Element> {
  const part = choosePart(domReader, host, answer);
  return part.kind === 'template' && !isComplete(part.template) ? { kind: 'written' } : part;
}
