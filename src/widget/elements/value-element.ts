import { css } from 'lit';
import type { Facts } from '../../rules/facts.ts';
import { GeoBeforeUpdateEvent } from './element-events.ts';
import { GeoElement } from './geo-element.ts';

export interface Value {
  readonly text: string;
  /** A former price. */
  readonly was?: string | undefined;
}

/**
 * An element that shows a value in the place of its children. The children stay the page's own in the light DOM, where
 * hydration and morphing find them untouched, and show whenever there is no value.
 */
export abstract class ValueElement extends GeoElement {
  // Inline by default like the text it replaces; `display: contents` would lose the part's own box.
  static override styles = css`:host { unicode-bidi: isolate }`;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'template', 'prices', 'was', 'lang'];
  }

  #shown: Value | undefined;

  /** @returns undefined for "as written". */
  protected abstract value(facts: Facts, locale: string): Value | undefined;

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.replaceChildren(document.createElement('slot'));
    return root;
  }

  protected override follow(facts: Facts | undefined): void {
    const value = facts && this.value(facts, this.core.localeOf(this));
    if (value?.text === this.#shown?.text && value?.was === this.#shown?.was) return;
    if (value && !this.dispatchEvent(new GeoBeforeUpdateEvent(value.text))) return;
    this.#shown = value;
    const { text, was } = value ?? {};
    this.renderRoot.replaceChildren(
      ...(was === undefined ? [] : [part('s', 'was', was), ' ']),
      text === undefined ? document.createElement('slot') : part('span', 'value', text),
    );
  }
}

function part(tag: 's' | 'span', name: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.part.value = name;
  element.textContent = text;
  return element;
}
