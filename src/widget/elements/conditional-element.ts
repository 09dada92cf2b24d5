import { css } from 'lit';
import type { Answer } from '../../rules/clause.ts';
import { GeoMatchEvent, GeoUnmatchEvent } from './element-events.ts';
import { core, GeoElement } from './geo-element.ts';
import { answered, clone, inspect, place, setState, show, source, stays, templateIn, waits } from './members.ts';
import { borrow, childrenIn, cloneOf, giveBack, removeClones, showChildren, startsHidden } from './parts.ts';
import { native } from '../native.ts';

/** Those of whose answer the page has not been told: whatever is answered next may show them, also in a shadow tree below. */
const untold = new Set<ConditionalElement>();
let isTelling = false;

/**
 * An element that shows parts of its content. It has no display of its own: the same box before and after upgrade.
 *
 * Its shadow tree has three slots: for the children as written, for `else`, which is never rendered by itself, and
 * `geo-part` for what shows alone. `slotchange` tells of nodes that come late and of a morph that put a `slot` back.
 *
 * @cssState off - nothing shows
 */
export abstract class ConditionalElement extends GeoElement {
  static override styles = css`
    :host(:state(off)) {
      display: none !important;
    }
    slot[hidden] {
      display: none !important;
    }
    ::slotted(geo-t) {
      display: contents !important;
    }
  `;

  static override get attributes(): readonly string[] {
    return [...core.conditionAttributes, 'hidden'];
  }

  readonly #slots = ['', 'else', 'geo-part'].map((name) => {
    const slot = native(document).createElement('slot');
    slot.name = name;
    slot.hidden = !!name;
    return slot;
  });
  /** While it changes its own `hidden`, which needs no second update: lit's development build warns of one. */
  #borrows = false;
  #answer: Answer;
  #shows: unknown;
  /** Whether the page has been told that the condition is answered with yes. */
  #told = false;

  override attributeChangedCallback(...change: [name: string, before: string | null, after: string | null]): void {
    if (!this.#borrows) super.attributeChangedCallback(...change);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.replaceChildren(...this.#slots);
    root.addEventListener('slotchange', () => this.requestUpdate());
    return root;
  }

  protected override [inspect](): void {
    // `<table><geo-if><tr>`: the HTML parser has moved the row out.
    if (!this.hasChildNodes()) core.report('empty-element', this[source]);
  }

  /** Not one that another library renders from: `<template x-if>` of Alpine, `<template v-for>` of Vue. */
  protected [templateIn](slot: string): HTMLTemplateElement | undefined {
    return childrenIn(this, slot).find(
      (child): child is HTMLTemplateElement =>
        child instanceof HTMLTemplateElement && !child.getAttributeNames().some((name) => /^[xv]-/.test(name)),
    );
  }

  /** @returns undefined while the parser may still be inside the template. */
  protected [clone](template: HTMLTemplateElement): readonly Element[] | undefined {
    return core.isComplete(template) ? cloneOf(template) : undefined;
  }

  /**
   * @param part children to show alone, none of them to show nothing at all; undefined for the children as written.
   * @param answered whether a condition asks for that: then `hidden` is taken off what shows.
   */
  protected [show](part: readonly Element[] | undefined, answered: boolean): void {
    const off = part ? !part.length : !answered && startsHidden(this);
    this.#borrows = true;
    if (answered && !off) borrow(this, 'hidden', null);
    else giveBack(this, 'hidden');
    this.#borrows = false;
    showChildren(this, part ?? [], answered && !part ? childrenIn(this, '') : []);
    if (!core.visitor.facts) removeClones(this);
    this[setState]('off', off);
    const [whole, , alone] = this.#slots;
    if (whole) whole.hidden = !!part || off;
    if (alone) alone.hidden = !part;
  }

  /**
   * Whether the part that shows has the focus, and so stays for now.
   *
   * @param part what would show, told apart by anything; undefined for "as written".
   * @param adds whether it takes nothing away from what is written.
   */
  protected [stays](part: unknown, adds = false): boolean {
    const alike = part === this.#shows || (adds && this.#shows === undefined);
    if (!alike && this[waits](this)) return true;
    this.#shows = part;
    return false;
  }

  /** Remembers the answer; the page is told of it when everything has followed, and not before the element shows. */
  protected [answered](answer: Answer): void {
    this.#answer = answer;
    untold.add(this);
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      for (const element of untold) element.#tell();
    });
  }

  /** What must show for the page to be told. */
  protected get [place](): Element {
    return this;
  }

  #tell(): void {
    const yes = this.#answer === true;
    const isNew = this.isConnected && yes !== this.#told;
    if (isNew && !isShown(this[place])) return;
    untold.delete(this);
    if (!isNew) return;
    this.#told = yes;
    this.dispatchEvent(yes ? new GeoMatchEvent() : new GeoUnmatchEvent());
  }
}

/** Whether everything around renders the part that a node is in. */
function isShown(element: Element): boolean {
  for (let at: Node | null = element; at;) {
    const around: Node | null = core.composedParent(at);
    // Beside the slots of its parent, or in one that does not show.
    if (around instanceof Element && native(around).shadowRoot && !(at instanceof ShadowRoot)) return false;
    if (around instanceof HTMLSlotElement && around.hidden) return false;
    at = around;
  }
  return true;
}
