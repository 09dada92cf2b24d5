import { css } from 'lit';
import type { Facts } from '../../rules/facts.ts';
import { GeoBeforeUpdateEvent } from './element-events.ts';
import { GeoElement } from './geo-element.ts';

export interface Value {
  readonly text: string;
  /** A former price. */
  readonly was?: string | undefined;
  /** There when the price is an estimate and begins with a sign for that: how the sign is spoken. */
  readonly estimate?: string | undefined;
  /** Makes the value a link. */
  readonly href?: string | undefined;
  /** The moment that the value is about. */
  readonly datetime?: string | undefined;
}

/**
 * An element that shows a value in the place of its children. The children stay the page's own in the light DOM, where
 * hydration and morphing find them untouched, and show whenever there is no value.
 *
 * @slot - shown as written whenever there is no value
 * @csspart value - the value
 * @fires {GeoBeforeUpdateEvent} geo-before-update - another value is about to be shown; cancelled, the element stays as it is
 */
export abstract class ValueElement extends GeoElement {
  // Inline by default like the text it replaces; `display: contents` would lose the part's own box.
  static override styles = css`:host { unicode-bidi: isolate }`;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'template', 'prices', 'was', 'charm', 'lang'];
  }

  #shown: Value | undefined;

  /** @returns undefined for "as written". */
  protected abstract value(facts: Facts, locale: string): Value | undefined;

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.replaceChildren(document.createElement('slot'));
    return root;
  }

  /** What the value, or the slot for the children, stands in. */
  protected get frame(): ParentNode {
    return this.renderRoot;
  }

  protected override follow(facts: Facts | undefined): void {
    const value = facts && this.value(facts, this.core.localeOf(this));
    const shown = this.#shown;
    if (value?.text === shown?.text && value?.was === shown?.was && value?.href === shown?.href && value?.datetime === shown?.datetime) return;
    if (facts && this.waits(this.frame)) return;
    if (value && !this.dispatchEvent(new GeoBeforeUpdateEvent(value.text))) return;
    this.#shown = value;
    this.setState('estimate', value?.estimate !== undefined);
    this.frame.replaceChildren(...(value ? partsOf(value) : [document.createElement('slot')]));
  }
}

function partsOf({ text, was, estimate, href, datetime }: Value): (Node | string)[] {
  const value = part(href ? 'a' : datetime ? 'time' : 'span', 'value', text, estimate);
  if (href) value.setAttribute('href', href);
  if (datetime) value.setAttribute('datetime', datetime);
  return was === undefined ? [value] : [part('s', 'was', was, estimate), ' ', value];
}

function part(tag: 'a' | 's' | 'span' | 'time', name: string, text: string, estimate?: string): HTMLElement {
  const element = document.createElement(tag);
  element.part.value = name;
  if (estimate === undefined) element.textContent = text;
  else element.append(estimateSign(text.slice(0, 1), estimate), text.slice(1));
  return element;
}

/** Many screen readers leave such a sign out: a word is spoken in its place, where there is one. */
function estimateSign(sign: string, word: string): HTMLElement {
  const element = part('span', 'estimate', sign);
  if (word) {
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', word);
  }
  return element;
}
