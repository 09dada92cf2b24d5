import { css, html, type TemplateResult } from 'lit';
import type { Answer, Condition } from '../../rules/condition.ts';
import { Branches } from './branches.ts';
import { GeoMatchEvent, GeoUnmatchEvent } from './element-events.ts';
import { GeoElement } from './geo-element.ts';

let conditionAttributes: readonly string[] = [];

/** Called once, before any element is defined. */
export function useConditionNames(names: readonly string[]): void {
  conditionAttributes = names.flatMap((name) => [name, `not-${name}`]);
}

/** An element that shows parts of its content. It has no display of its own: the same box before and after upgrade. */
export abstract class ConditionalElement extends GeoElement {
  static override styles = css`
    :host(:state(off)) { display: none !important }
    slot[hidden] { display: none !important }
    ::slotted(geo-t) { display: contents !important }
  `;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...conditionAttributes, 'hidden'];
  }

  protected readonly branches = new Branches(this, this.core.isComplete);
  /** Whether the page has been told that the condition is answered with yes. */
  #told = false;
  #answer: Answer;
  #condition: Condition | undefined;

  override render(): TemplateResult {
    const follow = () => this.follow();
    return html`<slot @slotchange=${follow}></slot><slot name="else" hidden @slotchange=${follow}></slot><slot name="geo-part" hidden @slotchange=${follow}></slot>`;
  }

  override firstUpdated(): void {
    super.firstUpdated();
    if (!this.core.isComplete(this)) document.addEventListener('DOMContentLoaded', () => this.follow(), { once: true });
  }

  /** The element's own condition, from its attributes. */
  condition(): Condition {
    const { rules, report } = this.core;
    this.#condition ??= rules.parseEntries(
      conditionAttributes.filter((name) => this.hasAttribute(name)).map((name) => [name, this.getAttribute(name)]),
      (code, text) => report(code, `${this.source} ${text}`),
    );
    return this.#condition;
  }

  protected override changed(name: string): void {
    if (name !== 'hidden') this.#condition = undefined;
    super.changed(name);
  }

  /**
   * Shows a part alone, or the children as written.
   *
   * @param part the children to show alone; empty for as written; undefined for nothing at all.
   * @param revealed other children to take `hidden` off.
   */
  protected show(part: readonly Element[] | undefined, revealed: readonly Element[] = []): void {
    this.branches.show(part ?? [], revealed);
    this.setState('off', !part);
    const [whole, , alone] = this.renderRoot.querySelectorAll('slot');
    if (whole) whole.hidden = !!part?.length;
    if (alone) alone.hidden = !part?.length;
    for (const inner of this.querySelectorAll<ConditionalElement>('geo-if,geo-case')) inner.tell?.();
  }

  /** Remembers the answer, and tells of it once the element is in a part that shows. */
  protected answered(answer: Answer): void {
    this.#answer = answer;
    this.tell();
  }

  tell(): void {
    const yes = this.#answer === true;
    if (yes === this.#told || !isShown(this)) return;
    this.#told = yes;
    this.dispatchEvent(yes ? new GeoMatchEvent() : new GeoUnmatchEvent());
  }
}

/** Whether every conditional element around renders the part that a node is in. */
function isShown(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.parentElement?.shadowRoot && (!at.assignedSlot || at.assignedSlot.hidden)) return false;
  }
  return true;
}
