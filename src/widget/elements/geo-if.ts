import type { Facts } from '../../rules/facts.ts';
import { ConditionalElement } from './conditional-element.ts';
import { core } from './geo-element.ts';
import { answered, clone, condition, follow, inspect, show, source, stays, templateIn } from './members.ts';
import { childrenIn } from './parts.ts';

/**
 * Shows or hides its content: `<geo-if country="DE AT">…<span slot="else" hidden>…</span></geo-if>`.
 *
 * - A `template` as a direct child holds content of which nothing runs or is fetched before the answer is yes.
 * - Content in the slot `else` shows when the answer is no; a `template` there is its lazy form.
 *
 * @conditions
 * @attr {boolean} hidden - nothing shows unless there is an answer
 * @slot - shown unless the answer is no
 * @slot else - shown when the answer is no
 * @fires {GeoMatchEvent} geo-match - the answer has become yes
 * @fires {GeoUnmatchEvent} geo-unmatch - the answer is no longer yes
 */
export class GeoIfElement extends ConditionalElement {
  protected override [follow](facts: Facts | undefined): void {
    const { report, rules } = core;
    const asked = this[condition]();
    if (facts && !asked.length) report('empty-condition', this[source]);
    const answer = facts && rules.answer(asked, facts);
    const template = answer === undefined ? answer : this[templateIn](answer ? '' : 'else');
    if (facts && this[stays](answer, answer && !template)) return;
    const part = template ? this[clone](template) : answer === false ? this.#otherwise() : undefined;
    // While the parser is inside a template, the page stays as written.
    this[show](part, answer !== undefined && (!template || !!part));
    this[answered](answer);
  }

  protected override [inspect](): void {
    super[inspect]();
    const deep = this.querySelector(':not(geo-if) > [slot=else]');
    if (deep?.closest('geo-if') === this) core.report('deep-else', this[source]);
  }

  /** What shows on *no*: the content for it, else what stands beside a template, else nothing. */
  #otherwise(): readonly Element[] | undefined {
    const otherwise = childrenIn(this, 'else');
    const beside = !otherwise.length && this[templateIn]('') && (childrenIn(this, '').length > 1 || this.#hasText());
    return beside ? undefined : otherwise;
  }

  #hasText(): boolean {
    return [...this.childNodes].some((node) => node instanceof Text && node.data.trim());
  }
}
