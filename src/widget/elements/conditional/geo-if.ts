import type { PropertyDeclarations } from 'lit';
import type { Facts } from '../../../rules/facts.ts';
import { ConditionalElement } from './conditional-element.ts';
import { conditionProperties, core } from '../base/geo-element.ts';
import { partOf } from '../../dom/page-markup.ts';

/**
 * Shows or hides its content: `<geo-if country="DE AT">…<span slot="else" hidden>…</span></geo-if>`. Content of a
 * `template` that is a direct child does not run or load before the answer is yes, or no in the slot `else`.
 *
 * @example
 * <geo-if country="FR DE">
 *   Free delivery in two days
 *   <span slot="else" hidden>Delivery in a week</span>
 * </geo-if>
 * @conditions
 * @attr {boolean} hidden - nothing shows before there is an answer
 * @slot - shows unless the answer is no; with a template, shows unless it is yes
 * @slot else - shows when the answer is no
 * @fires {GeoMatchEvent} geo-match - the answer has become yes
 * @fires {GeoUnmatchEvent} geo-unmatch - the answer is no longer yes
 */
export class GeoIfElement extends ConditionalElement {
  static override get properties(): PropertyDeclarations {
    return conditionProperties;
  }

  protected override _follow(facts: Facts | undefined): void {
    const asked = this._condition();
    if (facts && !asked.length) core.report('empty-condition', this._source);
    const answer = facts && core.rules.answer(asked, facts);
    const part = partOf(this, answer, core);
    if (facts && this._deferWhileFocused(answer, answer && part.kind === 'content')) return;
    this._showPart(part, facts);
    this._setAnswer(answer);
  }

  protected override _inspect(): void {
    super._inspect();
    const deep = this.querySelector(':not(geo-if) > [slot=else]');
    if (deep?.closest('geo-if') === this) core.report('deep-else', this._source);
  }
}
