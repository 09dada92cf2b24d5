import type { Answer } from '../../rules/conditions/clause.ts';
import { choosePart, type Part } from '../../rules/markup/parts.ts';
import type { MarkupReader } from '../../rules/markup/reader.ts';

/** What lazy files get from `geolet.js`. */
interface PageTools {
  readonly rules: { readonly reader: MarkupReader<Element> };
  isComplete(node: Node): boolean;
}

/** Like the rule, but a template that the parser may still be inside leaves the page as written. */
export function partOf(host: Element, answer: Answer, { rules, isComplete }: PageTools): Part<Element> {
  const part = choosePart(rules.reader, host, answer);
  return part.kind === 'template' && !isComplete(part.template) ? { kind: 'written' } : part;
}
