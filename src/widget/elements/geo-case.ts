import type { Facts } from '../../rules/facts.ts';
import { ConditionalElement } from './conditional-element.ts';
import { core } from './geo-element.ts';
import { partOf } from '../dom/page-markup.ts';
import { setAnswer, choose, container, follow, inspect, showPart, updateNow } from './members.ts';

/**
 * One case of a `<geo-switch>`: `<geo-case country="US" state="CA" hidden>…</geo-case>`. Content of
 * a `template` in it does not run or load before the case is chosen.
 *
 * @example
 * <geo-switch>
 *   <geo-case country="US CA" hidden>Returns by UPS, free for 60 days</geo-case>
 *   <geo-case group="eu" hidden>Returns by post, free for 14 days</geo-case>
 *   Returns within 14 days
 * </geo-switch>
 * @conditions
 * @attr {boolean} hidden - does not show unless chosen
 * @slot - the case's content
 * @fires {GeoMatchEvent} geo-match - the case has been chosen
 * @fires {GeoUnmatchEvent} geo-unmatch - the case is no longer chosen
 */
export class GeoCaseElement extends ConditionalElement {
  #chosen = false;

  /** Called by its switch, which alone knows whether an earlier case matches. */
  [choose](chosen: boolean): void {
    if (chosen === this.#chosen) return;
    this.#chosen = chosen;
    this[updateNow]();
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    super.attributeChangedCallback(name, before, after);
    // Its switch asks its condition.
    if (name !== 'hidden' && this.parentElement instanceof ConditionalElement) this.parentElement.requestUpdate();
  }

  protected override [follow](facts: Facts | undefined): void {
    const chosen = !!facts && this.#chosen;
    this[showPart](partOf(this, chosen || undefined, core), facts);
    this[setAnswer](chosen);
  }

  /** The switch: a case that is no longer chosen does not show itself, and must still send its event. */
  protected override get [container](): Element {
    return this.parentElement ?? this;
  }

  /** A case may be empty: then the switch shows nothing. */
  protected override [inspect](): void {}
}
