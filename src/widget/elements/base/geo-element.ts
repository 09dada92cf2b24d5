import { type PropertyDeclarations, ReactiveElement } from 'lit';
import { attempt } from '../../../rules/attempt.ts';
import type { Condition } from '../../../rules/conditions/clause.ts';
import { conditionAttributesOf } from '../../../rules/conditions/conditions.ts';
import type { Facts } from '../../../rules/facts.ts';
import { attributeEntries } from '../../../rules/markup/parts.ts';
import type { Core } from '../../api/core.ts';
import { attributeProperty, propertyOf } from './attribute-properties.ts';
import { domReader } from '../../dom/dom-reader.ts';
import { native } from '../../dom/native.ts';

export let core: Core;
/** The attributes that conditions are written in. */
let conditionAttributes: readonly string[];
/** The properties of an element whose attributes are a condition. */
export let conditionProperties: PropertyDeclarations;

/** Of a property of ours: lit makes none. */
export const ownAccessor = { noAccessor: true };

/** Called once, before any element is defined. */
export function useCore(given: Core): void {
  core = given;
  core.elementsOnPage = onPage;
  conditionAttributes = conditionAttributesOf(core.conditions);
  conditionProperties = Object.fromEntries(
    conditionAttributes.map((attribute) => [propertyOf(attribute), { attribute, ...ownAccessor }]),
  );
  core.watch(() => {
    // At once: the page must have followed before the events for new facts come.
    for (const element of onPage) element._updateNow();
  });
}

/** Every element that is on the page. */
const onPage = new Set<GeoElement>();

/** No page needs more updates in one task, unless a script undoes each of ours. */
const manyUpdates = 20;

/**
 * What every element shares: it follows the visitor, and no mistake of ours can blank the page. It builds on lit's base
 * class without lit's templates: a handful of fixed nodes needs none, and templates would need a Trusted Types policy.
 *
 * @cssState pending - before `geo-ready`
 * @cssState ready - there is a record
 * @cssState fallback - there is no record
 * @cssState override - the visitor's own choice applies
 * @cssState provisional - a guess applies until the record arrives
 */
export abstract class GeoElement extends ReactiveElement {
  /**
   * All elements follow `lang`, which stays the platform's property.
   *
   * The browser asks once. Then the accessors come, which write the attribute at once, as on the platform's elements. lit
   * reflects with the next update: a copy that a script makes before that would lack what it has just set.
   */
  static override get observedAttributes(): string[] {
    const attributes = super.observedAttributes;
    for (const [name, { attribute = name }] of this.elementProperties)
      Object.defineProperty(this.prototype, name, attributeProperty(String(attribute)));
    return [...attributes, 'lang'];
  }

  readonly #forgetUpdates = (): void => {
    this.#updates = 0;
  };
  /** Undefined in Safari before 16.4, which shows elements without states. */
  readonly #states = attempt<CustomStateSet | undefined>(() => this.attachInternals().states);
  #updates = 0;
  /** Contains what shows, or the slot for the children. Undefined: the whole shadow root. */
  _output: ParentNode | undefined;
  #condition: Condition | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    onPage.add(this);
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.replaceChildren(native(document).createElement('slot'));
    return root;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    onPage.delete(this);
  }

  /** Called by `moveBefore()` in place of the two above: nothing begins anew, but what is around it may be another. */
  connectedMoveCallback(): void {
    this.requestUpdate();
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    super.attributeChangedCallback(name, before, after);
    if (name !== 'hidden') this.#condition = undefined;
    this.requestUpdate();
  }

  /** The condition in its attributes. */
  _condition(): Condition {
    if (!this.#condition) {
      const entries = attributeEntries(domReader, this, conditionAttributes) ?? [];
      this.#condition = core.conditionOf(Object.fromEntries(entries), (code) => core.report(code, this._source));
    }
    return this.#condition;
  }

  /**
   * Two scripts that undo each other in microtasks would hang the page. So after many updates the next one waits for
   * a task.
   */
  protected override async scheduleUpdate(): Promise<void> {
    this.#updates++;
    // Only at the second one: few elements update twice in a task, and a timer for each element takes time.
    if (this.#updates === 2) setTimeout(this.#forgetUpdates);
    if (this.#updates > manyUpdates) await new Promise((resolve) => setTimeout(resolve));
    if (this.isUpdatePending) this._updateNow();
  }

  /** An element that fails affects no other one, even if a page has replaced a member of lit's. */
  _updateNow(): void {
    try {
      this.requestUpdate();
      this.performUpdate();
    } catch (error) {
      core.report('element-failed', `<${this.localName}>: ${String(error)}`);
      this._follow(undefined);
    }
  }

  protected override firstUpdated(): void {
    if (core.isComplete(document)) this._inspect();
    // What the parser still brings may concern it: the settings, or more of its children.
    else
      addEventListener(
        'DOMContentLoaded',
        () => {
          this.requestUpdate();
          this._inspect();
        },
        { once: true },
      );
  }

  /** Reports mistakes that can only be seen once the whole page is there. */
  protected _inspect(): void {}

  protected override updated(): void {
    const now = core.visitor.status;
    for (const status of ['pending', 'ready', 'fallback', 'override', 'provisional'])
      this._setState(status, status === now);
    this._follow(core.closestAround(this, '[data-geo-ignore]') ? undefined : core.visitor.facts);
  }

  /**
   * Shows what the facts ask for. It is called after each change, so it must be cheap to repeat.
   *
   * @param facts undefined for "as written": before `geo-ready`, after `destroy()`, below `data-geo-ignore`, and
   *   after an error.
   */
  protected abstract _follow(facts: Facts | undefined): void;

  /** Shows nodes in place of the children; without any, the children as written. */
  _fillShadow(...nodes: (Node | string)[]): void {
    (this._output ?? this.renderRoot).replaceChildren(
      ...(nodes.length ? nodes : [native(document).createElement('slot')]),
    );
  }

  /**
   * Whether the focus is in what would be removed. Then the update waits until the focus has left: anyone who types
   * or tabs there would lose their place.
   */
  protected _hasFocusInside(part: ParentNode = this._output ?? this.renderRoot): boolean {
    if (!part.querySelector(':focus-within')) return false;
    // In a task, when the new focus is known.
    this.addEventListener('focusout', () => setTimeout(() => this.requestUpdate()), { once: true });
    return true;
  }

  _setState(name: string, on: boolean): void {
    try {
      if (on) this.#states?.add(name);
      else this.#states?.delete(name);
    } catch {
      // Chromium before 125 accepts only names with two dashes:
      // https://developer.mozilla.org/docs/Web/API/CustomStateSet#compatibility_with_dashed-ident_syntax
    }
  }

  get _source(): string {
    return core.openingTagOf(this);
  }
}
