import type { Facts } from '../../rules/facts.ts';
import { evaluateValueElement, readValueElement } from '../../rules/markup/value-element.ts';
import { domReader } from '../dom/dom-reader.ts';
import { core } from './geo-element.ts';
import type { Value } from './value.ts';
import { ValueElement } from './value-element.ts';

/** A value element whose attributes say all: the edge and `explain` read them by the same rules. */
export abstract class MarkupValueElement extends ValueElement {
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // Its children say whether it has a former price already, and the parser may still bring them.
    root.addEventListener('slotchange', () => this.requestUpdate());
    return root;
  }

  protected override _value(facts: Facts, locale: string): Value | undefined {
    const { rules, report } = core;
    const request = readValueElement<Element>(domReader, this, rules, (code) => report(code, this._source));
    const shown = evaluateValueElement(rules, request, facts, locale);
    // By an event the file could not find elements in closed shadow trees.
    if (shown?.isReached) void core.once('threshold').then((file) => file?.watch(this));
    return shown;
  }
}
