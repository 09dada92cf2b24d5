import { bindingPrefix } from '../markup/bindings.ts';
import type { AttributeReader } from '../markup/reader.ts';

/** What one rule writes into one target of the elements that it finds. */
export interface RulePart {
  readonly select: string;
  /** `text`, `visibility`, or the name of an attribute. */
  readonly target: string;
  /** By the names of bindings. `when` is the condition of the rule. */
  readonly written: Readonly<Partial<Record<string, string>>>;
}

/** Reads an element as if it had no attributes but those that a rule writes. */
export function rulePartReader<Node>(reader: AttributeReader<Node>, { written }: RulePart): AttributeReader<Node> {
  return {
    ...reader,
    attributeNames: () => Object.keys(written).map((name) => bindingPrefix + name),
    attribute: (_node, name) => written[name.slice(bindingPrefix.length)] ?? null,
  };
}
