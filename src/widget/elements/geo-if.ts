import type { Facts } from '../../rules/facts.ts';
import { ConditionalElement } from './conditional-element.ts';
import { core } from './geo-element.ts';
import { partOf } from '../dom/page-markup.ts';
import { setAnswer, condition, follow, inspect, deferWhileFocused, showPart, source } from './members.ts';

/**
 * Shows or hides its content: `<geo-if country="DE AT">…<span slot="else" hidden>…</span></geo-if>`. Content of a
 * `template` that is a direct child does not run or load before the answer is yes. Content in the slot `else` shows
 * when the answer is no. A `template` there loads only then.
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
  protected override [follow](facts: Facts | undefined): void {
    const asked = this[condition]();
    if (facts && !asked.length) core.report('empty-condition', this[source]);
    const answer = facts && core.rules.answer(asked, facts);
    const part = partOf(this, answer, core);
    if (facts && this[deferWhileFocused](answer, answer && part.kind === 'content')) return;
    this[showPart](part, facts);
    this[setAnswer](answer);
  }

  protected override [inspect](): void {
    super[inspect]();
    const deep = this.querySelector(':not(geo-if) > [slot=else]');
    if (deep?.closest('geo-if') === this) core.report('deep-else', this[source]);
  }
}
