import { css } from 'lit';
import type { Facts } from '../../../rules/facts.ts';
import { GeoBeforeUpdateEvent } from './element-events.ts';
import { core, GeoElement } from './geo-element.ts';
import type { Value } from './value.ts';
import { native } from '../../dom/native.ts';

/**
 * An element that shows a value instead of its children. The children stay in the light DOM, where hydration and
 * morphing find them unchanged, and show whenever there is no value.
 *
 * @slot - shows as written whenever there is no value
 * @csspart value - the value
 * @fires {GeoBeforeUpdateEvent} geo-before-update - another value is about to show; cancel it to keep the present one
 */
export abstract class ValueElement extends GeoElement {
  // Inline by default like the text it replaces; `display: contents` would lose the part's own box.
  static override styles = css`
    :host {
      unicode-bidi: isolate;
    }
  `;

  #shown: string | undefined;

  /** What it shows. Undefined: its children, as written. */
  protected abstract _value(facts: Facts, locale: string): Value | undefined;

  protected override _follow(facts: Facts | undefined): void {
    const value = facts && this._value(facts, core.localeOf(this));
    const next = value?.text === undefined ? undefined : value;
    // Firefox does not inherit it into a shadow tree: there the language of the page holds.
    const inLanguage = core.closestAround(this, '[lang]:not(html)');
    const lang = inLanguage && native(inLanguage).getAttribute('lang');
    const shown = next && JSON.stringify([next, lang]);
    if (shown === this.#shown) return;
    if (facts && this._hasFocusInside()) return;
    // If a listener has changed the visitor or called `destroy()`, the element has followed that already.
    if (
      next &&
      (!this.dispatchEvent(new GeoBeforeUpdateEvent(next.text || (native(this).textContent ?? ''))) ||
        facts !== core.visitor.facts)
    )
      return;
    this.#shown = shown;
    this._setState('estimate', next?.estimate !== undefined);
    const parts = next ? partsOf(next) : [];
    if (lang) for (const node of parts) if (node instanceof HTMLElement) node.lang = lang;
    if (!takeTexts(this.renderRoot, parts)) this._fillShadow(...parts);
  }
}

/**
 * Writes the texts of new nodes into those that show, if nothing else differs. Then a screen reader has half as much to
 * read: docs/architecture/visitor.md#an-announcement
 *
 * @returns false if anything else differs.
 */
function takeTexts(shown: ParentNode & Node, parts: readonly (Node | string)[]): boolean {
  const fresh = native(document).createDocumentFragment();
  fresh.append(...parts);
  const texts = textsOf(fresh);
  for (const [index, text] of textsOf(shown).entries()) text.data = texts[index]?.data ?? '';
  return shown.isEqualNode(fresh);
}

function textsOf(node: Node): Text[] {
  return node instanceof Text ? [node] : [...node.childNodes].flatMap(textsOf);
}

function partsOf({ text = '', was, estimate, href, datetime, flag, around = ['', ''] }: Value): (Node | string)[] {
  if (flag !== undefined) return [picture(flag, text)];
  if (was && !text) return [part('s', 'was', was), ' ', native(document).createElement('slot')];
  const plainTag = datetime ? 'time' : 'span';
  const shown = part(href ? 'a' : plainTag, 'value', text, estimate);
  if (href) shown.setAttribute('href', href);
  if (datetime) shown.setAttribute('datetime', datetime);
  const [before, after] = around;
  const line = [before, shown, after].filter((one) => one !== '');
  return was === undefined ? line : [part('s', 'was', was, estimate), ' ', ...line];
}

function picture(src: string, alt: string): HTMLElement {
  const image = native(document).createElement('img');
  image.part.value = 'value flag';
  // There is no such flag, or its file is not served: show the children.
  image.addEventListener('error', () => image.replaceWith(native(document).createElement('slot')));
  return Object.assign(image, { alt, src });
}

function part(tag: 'a' | 's' | 'span' | 'time', name: string, text: string, estimate?: string): HTMLElement {
  const element = native(document).createElement(tag);
  element.part.value = name;
  if (estimate === undefined) element.textContent = text;
  else element.append(...estimateSign(text.slice(0, 1), estimate), text.slice(1));
  return element;
}

/** Many screen readers leave such a sign out. They speak a hidden word instead, if there is one, in the same breath. */
function estimateSign(sign: string, word: string): HTMLElement[] {
  const element = part('span', 'estimate', sign);
  if (!word) return [element];
  element.ariaHidden = 'true';
  const spoken = native(document).createElement('span');
  spoken.className = 'spoken';
  spoken.textContent = `${word} `;
  return [element, spoken];
}
