import type { Facts } from '../../../rules/facts.ts';
import { nothing, type Part } from '../../../rules/markup/parts.ts';
import { type PartPlan, planPart, restore } from '../../../rules/markup/plan.ts';
import { aloneSlot, isCopy } from '../../../rules/markup/written.ts';
import { domReader } from '../../dom/dom-reader.ts';
import { native } from '../../dom/native.ts';
import { carryOut } from '../../dom/page-markup.ts';
import { core } from '../base/geo-element.ts';

/**
 * Shows a part of an element of the page.
 *
 * @param facts undefined for "as written".
 */
export function showPart(host: Element, part: Part<Element>, facts: Facts | undefined): PartPlan<Element> {
  const isHidden =
    facts &&
    core.rules
      .readBindings(domReader, host, facts.groups)
      .some(({ target, want }) => target === 'visibility' && want(facts, '', ''));
  const plan = planPart(domReader, host, isHidden ? nothing : part, copyOf);
  carryOut(plan.changes);
  return plan;
}

/** Puts back what a child had before it showed here, and takes the copies of a template away. */
export function leave(child: Node, next: Node | null): void {
  // An element that it is in now writes that again.
  if (child instanceof Element)
    carryOut([...restore(domReader, child, 'slot'), ...restore(domReader, child, 'hidden')]);
  if (child instanceof HTMLTemplateElement) for (const copy of copiesFrom(next)) copy.remove();
}

/** Takes the copies of templates away. */
export function removeCopies(host: Element): void {
  const copies = [...host.children].filter((child) => isCopy(domReader, child));
  for (const copy of copies) host.removeChild(copy);
}

/** Templates that were copied before. */
const copied = new WeakSet<Element>();

/**
 * The copy of a template's content, which stands behind the template. It is made once and stays in the page: another
 * copy would lose what a visitor has typed. If a morph took it away there is a new one, without the scripts: they ran.
 */
function copyOf(template: Element): readonly Element[] | undefined {
  // One that was made in a frame has another class.
  if (!(template instanceof HTMLTemplateElement)) return undefined;
  const found = copiesFrom(template.nextElementSibling);
  if (found.length) return found;
  // Of the tree that it stands in, which may have a registry of its own. Older browsers read this as true: deep.
  const customElementRegistry = template.customElementRegistry ?? customElements;
  const content = native(document).importNode(template.content, { customElementRegistry });
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

function copiesFrom(first: Node | null): readonly Element[] {
  const found: Element[] = [];
  for (let next = first; next instanceof Element && isCopy(domReader, next); next = native(next).nextElementSibling)
    found.push(next);
  return found;
}

/** A slot takes no text by name. The wrapper has no box, so flex, inline and sibling rules apply to the text itself. */
function wrap(text: Text): Element {
  const wrapper = native(document).createElement('geo-t');
  wrapper.append(text);
  return wrapper;
}
