import type { Facts } from '../../../rules/facts.ts';
import { chooseCase } from '../../../rules/markup/parts.ts';
import { ConditionalElement } from './conditional-element.ts';
import { GeoCaseElement } from './geo-case.ts';
import { core } from '../base/geo-element.ts';

/**
 * Shows only the first of its `<geo-case>` children whose condition answers yes; without one, shows as written.
 *
 * @example
 * <geo-switch>
 *   <geo-case country="FR" lang="fr" hidden>Livraison en deux jours</geo-case>
 *   <geo-case country="BR" lang="pt" hidden>Entrega em quatro dias</geo-case>
 *   Delivery in a week
 * </geo-switch>
 * @attr {boolean} hidden - nothing shows unless a case is chosen
 * @slot - the cases, and the default content
 */
export class GeoSwitchElement extends ConditionalElement {
  protected override _follow(facts: Facts | undefined): void {
    const cases = [...this.children].filter((child) => child instanceof GeoCaseElement);
    const chosen = facts && cases.find((child) => core.rules.answer(child._condition(), facts));
    if (facts && this._deferWhileFocused(chosen)) return;
    for (const child of cases) child._choose(child === chosen);
    this._showPart(chooseCase<Element>(chosen), facts);
  }
}
