import { ConditionalElement } from './conditional-element.ts';

/**
 * Shows or hides its content: `<geo-if country="DE AT">…<span slot="else" hidden>…</span></geo-if>`.
 *
 * - A `template` as a direct child holds content of which nothing runs or is fetched before the answer is yes.
 * - Content in the slot `else` shows when the answer is no.
 *
 * @attr hidden - the content shows only when the answer is yes
 * @slot - shown unless the answer is no
 * @slot else - shown when the answer is no
 * @fires geo-match - the answer has become yes
 * @fires geo-unmatch - the answer is no longer yes
 * @cssState off - nothing shows
 */
export class GeoIfElement extends ConditionalElement {
  /** What `hidden` was in the markup, while it is taken off. */
  #hidden: string | null = null;

  protected answer(): void {
    const { rules } = this.core;
    const facts = this.core.facts();
    const condition = this.condition();
    const answer = facts && rules.answer(condition, facts);
    if (facts && !condition.length) this.core.report('empty-condition', this.source);
    const part = answer === undefined ? [] : answer ? this.#yes() : this.#no();
    this.#showHost(answer === true || !!part?.length);
    this.show(part, answer && !part?.length ? this.branches.children(null) : []);
    if (!facts) this.branches.remove();
    this.answered(answer);
  }

  #yes(): readonly Element[] {
    const template = this.branches.template(null);
    return (template && this.branches.clone(template)) ?? [];
  }

  /** The other content; without any, what a template stands beside shows on, and all else is nothing. */
  #no(): readonly Element[] | undefined {
    const template = this.branches.template('else');
    const part = template ? this.branches.clone(template) : this.branches.children('else');
    return part?.length || template || this.branches.template(null) ? (part ?? []) : undefined;
  }

  #showHost(shows: boolean): void {
    if (shows) {
      this.#hidden = this.getAttribute('hidden') ?? this.#hidden;
      this.removeAttribute('hidden');
    } else if (this.#hidden !== null) {
      this.setAttribute('hidden', this.#hidden);
      this.#hidden = null;
    }
  }
}
