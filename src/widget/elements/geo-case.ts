import { ConditionalElement } from './conditional-element.ts';
import { GeoElement } from './geo-element.ts';

/**
 * One case of a `<geo-switch>`: `<geo-case country="US" state="CA" hidden>…</geo-case>`. A `template` in it holds content
 * of which nothing runs or is fetched before the case is chosen.
 *
 * @attr hidden - not shown unless chosen
 * @slot - the case's content
 * @fires geo-match - the case has been chosen
 * @fires geo-unmatch - the case is no longer chosen
 * @cssState off - nothing shows
 */
export class GeoCaseElement extends ConditionalElement {
  #chosen = false;

  /** Called by the switch around, which alone knows whether an earlier case matches. */
  choose(chosen: boolean): void {
    this.#chosen = chosen;
    if (this.hasUpdated) this.follow();
  }

  protected answer(): void {
    const template = this.#chosen && this.branches.template(null);
    const part = template ? this.branches.clone(template) : undefined;
    this.show(this.hasAttribute('hidden') && !this.#chosen ? undefined : (part ?? []));
    if (!this.core.facts()) this.branches.remove();
    this.answered(this.#chosen);
  }

  protected override changed(name: string): void {
    super.changed(name);
    // Its condition is the switch's business.
    if (name !== 'hidden' && this.parentElement instanceof GeoElement) this.parentElement.follow();
  }
}
