import type { PropertyDeclarations } from 'lit';
import type { Facts } from '../../../rules/facts.ts';
import { ConditionalElement } from './conditional-element.ts';
import { conditionProperties, core } from '../base/geo-element.ts';
import { partOf } from '../../dom/page-markup.ts';

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
  static override get properties(): PropertyDeclarations {
    return conditionProperties;
  }

  #chosen = false;

  /** Called by its switch, which alone knows whether an earlier case matches. */
  _choose(chosen: boolean): void {
    if (chosen === this.#chosen) return;
    this.#chosen = chosen;
    this._updateNow();
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    super.attributeChangedCallback(name, before, after);
    // Its switch asks its condition.
    if (name !== 'hidden' && this.parentElement instanceof ConditionalElement) this.parentElement.requestUpdate();
  }

  protected override _follow(facts: Facts | undefined): void {
    // It may have been moved out of the switch that has chosen it.
    const chosen = !!facts && this.#chosen && this.parentElement?.localName === 'geo-switch';
    this._showPart(partOf(this, chosen || undefined, core), facts);
    this._setAnswer(chosen);
  }

  /** The switch: a case that is no longer chosen does not show itself, and must still send its event. */
  protected override get _container(): Element {
    return this.parentElement ?? this;
  }

  /** A case may be empty: then the switch shows nothing. */
  protected override _inspect(): void {}
}
