import type { Facts } from '../../rules/facts.ts';
import { core } from './geo-element.ts';
import { source, value } from './members.ts';
import type { Value } from './value.ts';
import { ValueElement } from './value-element.ts';

/** A value element whose attributes say all: the edge and `explain` read them by the same rules. */
export abstract class MarkupValueElement extends ValueElement {
  protected override [value](facts: Facts, locale: string): Value | undefined {
    return core.rules.valueOfElement(this, facts, locale, (code) => core.report(code, this[source]));
  }
}
