import { LitElement } from 'lit';
import type { Core } from '../core.ts';

let core: Core | undefined;

/** Called once, before any element is defined. */
export function useCore(given: Core): void {
  core = given;
}

/**
 * What every element shares: it follows the visitor, and no mistake of ours can blank the page. A render that fails shows
 * the children, since a shadow root without a slot would hide them.
 */
export abstract class GeoElement extends LitElement {
  /** Undefined only where `define` was not called, and then nothing is registered either. */
  protected readonly core = core as Core;
  readonly #states = this.attachInternals().states as CustomStateSet | undefined;
  #unwatch: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unwatch = this.core.watch(() => this.follow());
    if (this.hasUpdated) this.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch?.();
  }

  override firstUpdated(): void {
    this.follow();
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    super.attributeChangedCallback(name, before, after);
    if (this.hasUpdated && before !== after) this.changed(name);
  }

  /** Brings the element in line with the facts; called after each change of them, and must be cheap to repeat. */
  follow(): void {
    for (const status of ['pending', 'ready', 'fallback', 'override', 'provisional']) this.setState(status, status === this.core.status());
    try {
      this.answer();
    } catch (error) {
      this.core.report('element-failed', `<${this.localName}>: ${String(error)}`);
    }
  }

  /** Works out what to show from the facts. */
  protected abstract answer(): void;

  /** An observed attribute changed after the first render. */
  protected changed(_name: string): void {
    this.follow();
  }

  protected setState(name: string, on: boolean): void {
    if (on) this.#states?.add(name);
    else this.#states?.delete(name);
  }

  /** The element as it stands in the markup, for messages. */
  protected get source(): string {
    return `<${[this.localName, ...this.getAttributeNames().map((name) => `${name}="${this.getAttribute(name)}"`)].join(' ')}>`;
  }
}
