import { css, html, nothing, type TemplateResult } from 'lit';
import { GeoBeforeUpdateEvent } from './element-events.ts';
import { GeoElement } from './geo-element.ts';

/**
 * An element that shows a value in the place of its children. The children stay the page's own in the light DOM, where
 * hydration and morphing find them untouched, and show whenever there is no value.
 */
export abstract class ValueElement extends GeoElement {
  // Inline by default like the text it replaces; `display: contents` would lose the part's own box.
  static override styles = css`:host { unicode-bidi: isolate }`;

  #shown: Value | undefined;

  /** @returns undefined for "as written". */
  protected abstract value(locale: string): Value | undefined;

  protected override answer(): void {
    const value = this.core.facts() && this.value(this.core.localeOf(this));
    if (value?.text === this.#shown?.text && value?.was === this.#shown?.was) return;
    if (value && !this.dispatchEvent(new GeoBeforeUpdateEvent(value.text))) return;
    this.#shown = value;
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const value = this.#shown;
    if (!value) return html`<slot></slot>`;
    return html`${value.was ? html`<s part="was">${value.was}</s> ` : nothing}<span part="value">${value.text}</span>`;
  }
}

export interface Value {
  readonly text: string;
  /** A former price. */
  readonly was?: string | undefined;
}
