import { ConditionalElement } from './conditional-element.ts';
import { GeoCaseElement } from './geo-case.ts';

/**
 * Shows the first of its `<geo-case>` children whose condition is answered with yes, alone; as written when none is.
 *
 * @slot - the cases and, beside them, the default
 */
export class GeoSwitchElement extends ConditionalElement {
  protected answer(): void {
    const cases = [...this.children].filter((child) => child instanceof GeoCaseElement);
    const facts = this.core.facts();
    const match = facts && cases.find((child) => this.core.rules.answer(child.condition(), facts));
    this.show(match ? [match] : []);
    for (const child of cases) child.choose(child === match);
    if (!facts) this.branches.remove();
  }
}
