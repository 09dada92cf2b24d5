import { readBindings } from '../../rules/markup/bindings.ts';
import { attempt } from '../../rules/attempt.ts';
import { type RulePart, rulePartReader } from '../../rules/page-rules/rule-part.ts';
import type { Core } from '../api/core.ts';
import { anyBoundSelector, watchedAttributes } from '../bindings/selector.ts';
import { attributeReader } from '../dom/attribute-reader.ts';
import { native } from '../dom/native.ts';

/** Where `page-rules.ts` stores what it has read. */
export const keptRulesKey = 'geolet:rules';

/** What the rules were read from, and what each came to. */
export type KeptRules = readonly [source: string, parts: readonly RulePart[]];

/**
 * Binds what the last page has read from the same rules, until the file is there that reads them. So the first frame is
 * right.
 */
export function bindKeptRules(core: Core): void {
  attempt(() => {
    const [source, parts] = JSON.parse(
      (core.visitor.mayStore() && localStorage.getItem(keptRulesKey)) || '',
    ) as KeptRules;
    if (source !== JSON.stringify(core.block('rules'))) return;

    function chosen(element: Element): readonly RulePart[] {
      const found = new Map<string, RulePart>();
      for (const part of parts) {
        const { select, target, written } = part;
        const { when } = written;
        if (!found.has(target) && native(element).matches(select) && (!when || core.geolet.matches(when)))
          found.set(target, part);
      }
      return [...found.values()];
    }

    core.bindings.add({
      selectors: [`:is(${parts.map(({ select }) => select).join()}):not(${anyBoundSelector})`],
      watched: watchedAttributes,
      keyOf: (element) => JSON.stringify(chosen(element)),
      read: (element, groups) =>
        chosen(element).flatMap((part) => readBindings(rulePartReader(attributeReader, part), element, groups)),
    });
  });
}
