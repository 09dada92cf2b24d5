import { native } from '../native.ts';

/**
 * Which of an element's children show. What is to show alone goes into the slot `geo-part`; the owner's nodes are never
 * moved or wrapped, so hydration and morphing find them where they were. All that is remembered stands on the nodes
 * themselves: a copy of the page (a carousel, the cache of a router) is as right as the page, and a morph that puts the
 * attributes back leaves nothing stale behind.
 */

type Borrowed = 'hidden' | 'slot';

const mark = (name: Borrowed) => `data-geolet-${name}`;

/** Changes an attribute of the owner's until it is given back. */
export function borrow(element: Element, name: Borrowed, value: string | null): void {
  const own = native(element);
  const written = own.getAttribute(name);
  if (written === value) return;
  own.setAttribute(mark(name), written ?? '');
  if (value === null) own.removeAttribute(name);
  else own.setAttribute(name, value);
}

export function giveBack(element: Element, name: Borrowed): void {
  const own = native(element);
  const written = own.getAttribute(mark(name));
  if (written === null) return;
  own.removeAttribute(mark(name));
  // An empty slot name is the same as none.
  if (name === 'slot' && !written) own.removeAttribute(name);
  else own.setAttribute(name, written);
}

/** Whether `hidden` is how the owner wrote it. */
export function startsHidden(element: Element): boolean {
  return element.hasAttribute('hidden') || element.hasAttribute(mark('hidden'));
}

/** Direct children that the owner put into a slot; the default one has no name. */
export function childrenIn(host: Element, slot: string): Element[] {
  return [...host.children].filter((child) => ownersSlot(child) === slot);
}

/** Templates of which a clone has been made. */
const cloned = new WeakSet<HTMLTemplateElement>();

/**
 * What stands behind a template in its place. Made once and kept between switches: cloning anew would lose what was typed.
 * Where a morph took the nodes there are new ones, without the scripts, which have run.
 */
export function cloneOf(template: HTMLTemplateElement): readonly Element[] {
  const kept: Element[] = [];
  for (let next = template.nextElementSibling; next && isClone(next); next = native(next).nextElementSibling)
    kept.push(next);
  if (kept.length) return kept;
  const content = native(document).importNode(template.content, true);
  if (cloned.has(template)) for (const script of content.querySelectorAll('script')) script.remove();
  cloned.add(template);
  const nodes = [...content.childNodes].flatMap((node) =>
    node instanceof Element ? node : node instanceof Text ? wrap(node) : [],
  );
  for (const node of nodes) native(node).setAttribute('slot', 'geo-part');
  template.after(...nodes);
  return nodes;
}

/** Text cannot be slotted by name. The wrapper has no box, so flex, inline and sibling rules see the text itself. */
function wrap(text: Text): Element {
  const wrapper = native(document).createElement('geo-t');
  wrapper.append(text);
  return wrapper;
}

/** Children that show and hide by a condition of their own: their `hidden` is theirs alone. */
export const conditional =
  'geo-if,geo-switch,geo-case,[data-geo-show],[data-geo-hide],[class*=geo-show-],[class*=geo-hide-]';

/** @param revealed children of the default slot that lose their `hidden`. */
export function showChildren(host: Element, part: readonly Element[], revealed: readonly Element[]): void {
  for (const child of host.children) {
    const alone = part.includes(child);
    if (isClone(child)) {
      const slot = alone ? 'geo-part' : 'geo-kept';
      if (ownersSlot(child) !== slot) native(child).setAttribute('slot', slot);
      continue;
    }
    if (alone) borrow(child, 'slot', 'geo-part');
    else giveBack(child, 'slot');
    if (native(child).matches(conditional)) continue;
    if (alone || revealed.includes(child)) borrow(child, 'hidden', null);
    else giveBack(child, 'hidden');
  }
}

export function removeClones(host: Element): void {
  for (const clone of [...host.children].filter(isClone)) host.removeChild(clone);
}

function isClone(child: Element): boolean {
  return /^geo-(part|kept)$/.test(ownersSlot(child));
}

function ownersSlot(child: Element): string {
  return native(child).getAttribute(mark('slot')) ?? native(child).getAttribute('slot') ?? '';
}
