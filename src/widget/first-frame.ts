import type { Answer } from '../rules/clause.ts';
import type { Facts } from '../rules/facts.ts';
import { parsePrices, showPrice } from '../rules/money.ts';
import { fillTemplate, parseTemplate } from '../rules/template.ts';
import { attributeOf, isComplete, localeOf, matches, writeAttribute } from './bindings/dom.ts';
import { conditional } from './elements/parts.ts';
import { native } from './native.ts';

/** Stands where `hidden` was. The elements leave and read the same mark, so that they put back what the owner wrote. */
const mark = 'data-geolet-hidden';

/**
 * Shows what elements will show as long as their file is still on its way: it comes after the first frame. What is decided
 * here stands in a shadow root, which the element takes over and fills anew before anything is painted.
 *
 * @param answerOf answers the condition in an element's attributes.
 * @returns to be called with the facts whenever they or the page have changed.
 */
export function createFirstFrame(
  answerOf: (element: Element, facts: Facts) => Answer,
): (facts: Facts | undefined) => void {
  let shownFor: Facts | undefined;
  const done = new WeakSet<Element>();
  return (facts) => {
    const waiting = native(document).querySelectorAll(
      ':is(geo-if,geo-text,geo-currency):not(:defined,[data-geo-ignore],[data-geo-ignore] *)',
    );
    for (const host of waiting) {
      if (facts !== shownFor) {
        for (const element of [host, ...host.children]) {
          rename(element, mark, 'hidden');
          if (attributeOf(element, 'slot') === 'geo-part') native(element).replaceWith();
        }
        host.shadowRoot?.replaceChildren(create('slot'));
      } else if (done.has(host)) continue;
      if (facts) {
        if (host.localName === 'geo-if') showPart(host, answerOf(host, facts));
        else showValue(host, facts);
        // Until then more children may come.
        if (isComplete(host)) done.add(host);
      }
    }
    shownFor = facts;
  };
}

function showValue(host: Element, facts: Facts): void {
  const read = (name: string) => attributeOf(host, name) ?? '';
  const locale = localeOf(host);
  const template = parseTemplate(read('template'));
  const value = template
    ? { text: fillTemplate(template, facts, 'text', locale), was: '' }
    : showPrice({ prices: parsePrices(read('prices')) ?? [], was: parsePrices(read('was')) ?? [] }, facts, locale);
  // Isolated from the text around as the elements are: words in the direction of the page, each price in its own.
  const bidi = template ? 'isolate' : 'plaintext';
  if (value?.text !== undefined)
    render(
      host,
      ...(value.was ? [create('s', 'was', value.was, bidi), ' '] : []),
      create('span', 'value', value.text, bidi),
    );
}

function showPart(host: Element, answer: Answer): void {
  if (answer === undefined) return;
  const name = answer ? '' : 'else';
  const children = [...host.children].filter((child) => (attributeOf(child, 'slot') ?? '') === name);
  const template = children.find((child) => child instanceof HTMLTemplateElement);
  // Beside a template stands what shows otherwise.
  if (template ? !isComplete(template) : !answer && !children.length && host.querySelector(':scope>template')) return;
  if (template) clone(template);
  else for (const child of children) if (!matches(child, conditional)) rename(child, 'hidden', mark);
  if (answer || children.length) rename(host, 'hidden', mark);
  const slot = create('slot');
  slot.setAttribute('name', template ? 'geo-part' : name);
  const sheet = new CSSStyleSheet();
  // What is empty has no box, whatever the page's CSS gives it.
  if (!answer && !children.length) sheet.replaceSync(':host{display:none!important}');
  render(host, slot).adoptedStyleSheets = [sheet];
}

/** As the elements clone, so that they find it done. */
function clone(template: HTMLTemplateElement): void {
  const next = template.nextElementSibling;
  if (next && attributeOf(next, 'slot') === 'geo-part') return;
  const nodes = [...native(document).importNode(template.content, true).childNodes].map((node) => {
    const element = node instanceof Element ? node : native(document).createElement('geo-t');
    if (element !== node) element.append(node);
    writeAttribute(element, 'slot', 'geo-part');
    return element;
  });
  template.after(...nodes);
}

function render(host: Element, ...nodes: (Node | string)[]): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren(...nodes);
  return root;
}

function create(tag: string, part = '', text = '', bidi = ''): Element {
  const element = native(document).createElement(tag);
  element.part.value = part;
  element.style.unicodeBidi = bidi;
  element.textContent = text;
  return element;
}

function rename(element: Element, from: string, to: string): void {
  const value = attributeOf(element, from);
  if (value === null) return;
  writeAttribute(element, from, null);
  writeAttribute(element, to, value);
}
