import type { Facts } from '../../rules/facts.ts';
import type { Part } from '../../rules/markup/parts.ts';
import {
  aloneSlot,
  type Borrowed,
  isCopy,
  markOf,
  unusedSlot,
  writtenSlot,
  writtenValue,
} from '../../rules/markup/written.ts';
import { domReader } from '../dom/dom-reader.ts';
import { native } from '../dom/native.ts';
import { core } from './geo-element.ts';

/**
 * Shows a part of an element. Children that show alone go into the slot `geo-part`. The owner's nodes are never moved
 * or wrapped, so hydration and morphing find them in their place. All state stands on the nodes themselves: a copy of
 * the page (a carousel, the cache of a router) works like the page, and a morph that restores the attributes leaves
 * nothing stale.
 */

/** What shows now. */
export interface ShownPart {
  /** The children that show alone. Undefined: all children as written. */
  readonly alone: readonly Element[] | undefined;
  /** Whether nothing shows at all. */
  readonly isOff: boolean;
}

/** @param facts undefined for "as written". */
export function showPart(host: Element, part: Part<Element>, facts: Facts | undefined): ShownPart {
  const alone = facts && core.rules.isHiddenAsWhole(domReader, host, facts) ? [] : aloneIn(part);
  const isWritten = part.kind === 'written';
  const isOff = alone ? !alone.length : isWritten && writtenValue(domReader, host, 'hidden') !== null;
  setHidden(host, isWritten || isOff);
  for (const child of native(host).children) {
    const isAlone = !!alone?.includes(child);
    if (isCopy(domReader, child)) {
      const slot = isAlone ? aloneSlot : unusedSlot;
      if (writtenSlot(domReader, child) !== slot) native(child).setAttribute('slot', slot);
      continue;
    }
    if (isAlone) borrow(child, 'slot', aloneSlot);
    else giveBack(child, 'slot');
    if (!core.rules.hasOwnCondition(domReader, child))
      setHidden(child, !('children' in part && part.children.includes(child)));
  }
  return { alone, isOff };
}

/** Takes the copies of templates away. */
export function removeCopies(host: Element): void {
  const copies = [...host.children].filter((child) => isCopy(domReader, child));
  for (const copy of copies) host.removeChild(copy);
}

/** Changes an attribute of the owner's until `giveBack`. */
export function borrow(element: Element, name: Borrowed, value: string | null): void {
  const own = native(element);
  const written = own.getAttribute(name);
  if (written === value) return;
  own.setAttribute(markOf(name), written ?? '');
  if (value === null) own.removeAttribute(name);
  else own.setAttribute(name, value);
}

export function giveBack(element: Element, name: Borrowed): void {
  const own = native(element);
  const written = own.getAttribute(markOf(name));
  if (written === null) return;
  own.removeAttribute(markOf(name));
  // An empty slot name means the same as no attribute.
  if (name === 'slot' && !written) own.removeAttribute(name);
  else own.setAttribute(name, written);
}

function setHidden(element: Element, asWritten: boolean): void {
  if (asWritten) giveBack(element, 'hidden');
  else borrow(element, 'hidden', null);
}

function aloneIn(part: Part<Element>): readonly Element[] | undefined {
  if (part.kind === 'children') return part.children;
  return part.kind === 'template' && part.template instanceof HTMLTemplateElement ? copyOf(part.template) : undefined;
}

/** Templates that were copied before. */
const copied = new WeakSet<HTMLTemplateElement>();

/**
 * The copy of a template's content, which stands behind the template. It is made once and stays in the page: another
 * copy would lose what a visitor has typed. If a morph took it away there is a new one, without the scripts: they ran.
 */
function copyOf(template: HTMLTemplateElement): readonly Element[] {
  const found: Element[] = [];
  for (let next = template.nextElementSibling; next && isCopy(domReader, next); next = native(next).nextElementSibling)
    found.push(next);
  if (found.length) return found;
  const content = native(document).importNode(template.content, true);
  if (copied.has(template)) for (const script of content.querySelectorAll('script')) script.remove();
  copied.add(template);
  const nodes = [...content.childNodes].flatMap((node) => {
    if (node instanceof Text) return wrap(node);
    return node instanceof Element ? node : [];
  });
  for (const node of nodes) native(node).setAttribute('slot', aloneSlot);
  template.after(...nodes);
  return nodes;
}

/** A slot takes no text by name. The wrapper has no box, so flex, inline and sibling rules apply to the text itself. */
function wrap(text: Text): Element {
  const wrapper = native(document).createElement('geo-t');
  wrapper.append(text);
  return wrapper;
}
