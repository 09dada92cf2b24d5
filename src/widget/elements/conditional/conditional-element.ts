import { css, type CSSResultGroup } from 'lit';
import type { Answer } from '../../../rules/conditions/clause.ts';
import type { Facts } from '../../../rules/facts.ts';
import type { Part } from '../../../rules/markup/parts.ts';
import { visibilityAttributes } from '../../../rules/markup/visibility.ts';
import { aloneSlot } from '../../../rules/markup/written.ts';
import { GeoMatchEvent, GeoUnmatchEvent } from '../base/element-events.ts';
import { core, GeoElement } from '../base/geo-element.ts';
import * as parts from './parts.ts';
import { native } from '../../dom/native.ts';

/** Elements whose latest answer has sent no event yet. Any later change may show them, also one in a shadow tree. */
const unannounced = new Set<ConditionalElement>();
let isAnnouncing = false;

/** What says whether an element shows, or a child of it. */
const showing = ['hidden', ...visibilityAttributes];

/**
 * An element that shows parts of its content. It has no display of its own: the same box before and after upgrade.
 *
 * Its shadow tree has three slots: for the children as written; for `else`, which never shows by itself; and `geo-part`
 * for what shows alone. `slotchange` reports nodes that come late, and a morph that restored a `slot`.
 *
 * @cssState off - nothing shows
 */
export abstract class ConditionalElement extends GeoElement {
  static override styles: CSSResultGroup = css`
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

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...showing];
  }

  readonly #slots = ['', 'else', aloneSlot].map((name) => {
    const slot = native(document).createElement('slot');
    slot.name = name;
    slot.hidden = !!name;
    return slot;
  });
  /** True while it changes its own `hidden`. That needs no second update, and lit's development build warns of one. */
  #ignoresAttributes = false;
  #answer: Answer;
  #shows: unknown;
  /** Whether the last event was `geo-match`. */
  #matches = false;

  constructor() {
    super();
    // A morph may put back the `hidden` of what shows, or give a child a condition of its own.
    const observer = new MutationObserver((changes) => {
      if (changes.some(({ target }) => native(target).parentNode === this)) this.requestUpdate();
    });
    observer.observe(this, { subtree: true, attributeFilter: showing });
    new MutationObserver((changes) => {
      for (const { removedNodes, nextSibling } of changes)
        for (const node of removedNodes) parts.leave(node, nextSibling);
    }).observe(this, { childList: true });
  }

  override attributeChangedCallback(...change: [name: string, before: string | null, after: string | null]): void {
    if (!this.#ignoresAttributes) super.attributeChangedCallback(...change);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.replaceChildren(...this.#slots);
    root.addEventListener('slotchange', () => this.requestUpdate());
    return root;
  }

  protected override firstUpdated(): void {
    super.firstUpdated();
    if (core.isComplete(this)) return;
    // Nothing tells of a template whose end has come, but that something follows. A frame would be too late: browsers
    // may lay the page out before its callbacks, to see what the pointer is over, and count what moves after that.
    const observer = new MutationObserver(() => {
      if (!core.isComplete(this)) return;
      observer.disconnect();
      this.requestUpdate();
    });
    observer.observe(document, { childList: true, subtree: true });
  }

  protected override _inspect(): void {
    // `<table><geo-if><tr>`: the HTML parser has moved the row out.
    if (!this.hasChildNodes()) core.report('empty-element', this._source);
  }

  protected _showPart(part: Part<Element>, facts: Facts | undefined): void {
    this.#ignoresAttributes = true;
    const { alone, isOff } = parts.showPart(this, part, facts);
    this.#ignoresAttributes = false;
    if (!core.visitor.facts) parts.removeCopies(this);
    this._setState('off', isOff);
    const [wholeSlot, , slotAlone] = this.#slots;
    if (wholeSlot) wholeSlot.hidden = !!alone || isOff;
    if (slotAlone) slotAlone.hidden = !alone;
  }

  /**
   * Whether a change must wait: the part that shows now has the focus.
   *
   * @param part identifies what would show, by any value; undefined for "as written".
   * @param adds whether it only adds to what is written.
   */
  protected _deferWhileFocused(part: unknown, adds = false): boolean {
    const isSame = part === this.#shows || (adds && this.#shows === undefined);
    if (!isSame && this._hasFocusInside(this)) return true;
    this.#shows = part;
    return false;
  }

  /** Stores the answer. Its event comes when all elements have followed, and not before the element shows. */
  protected _setAnswer(answer: Answer): void {
    this.#answer = answer;
    unannounced.add(this);
    if (isAnnouncing) return;
    isAnnouncing = true;
    queueMicrotask(() => {
      isAnnouncing = false;
      for (const element of unannounced) element.#announce();
    });
  }

  /** The element that must show before the event comes. */
  protected get _container(): Element {
    return this;
  }

  #announce(): void {
    const matches = this.#answer === true;
    const isNew = this.isConnected && matches !== this.#matches;
    if (isNew && !isShown(this._container)) return;
    unannounced.delete(this);
    if (!isNew) return;
    this.#matches = matches;
    this.dispatchEvent(matches ? new GeoMatchEvent() : new GeoUnmatchEvent());
  }
}

/** Whether all ancestors render the part that an element is in. */
function isShown(element: Element): boolean {
  for (let at: Node | null = element; at;) {
    const parent: Node | null = core.composedParent(at);
    // In no slot of its parent, or in one that does not show.
    if (parent instanceof Element && native(parent).shadowRoot && !(at instanceof ShadowRoot)) return false;
    if (parent instanceof HTMLSlotElement && parent.hidden) return false;
    at = parent;
  }
  return true;
}
