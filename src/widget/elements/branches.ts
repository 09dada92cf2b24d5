/**
 * Which of an element's children show, by the three slots that every conditional element has: the default one, `else`
 * (never rendered) and `geo-part`. What is to show alone is put into `geo-part`, and the default slot is hidden, bare text
 * with it. The owner's nodes are never moved or wrapped, so hydration and morphing find them where they were; a morph that
 * puts an attribute back is noticed by `slotchange`.
 */

/** What `hidden` and `slot` were on a child before ours. */
interface Before {
  readonly hidden: string | null;
  readonly slot: string | null;
}

export class Branches {
  readonly #host: HTMLElement;
  readonly #isComplete: (node: Node) => boolean;
  readonly #before = new Map<Element, Before>();
  /** Kept between switches: cloning anew would lose what was typed and run scripts twice. */
  readonly #clones = new Map<HTMLTemplateElement, Element[]>();

  constructor(host: HTMLElement, isComplete: (node: Node) => boolean) {
    this.#host = host;
    this.#isComplete = isComplete;
  }

  /** Direct children that the owner put into a slot: `else`, or null for the default one. */
  children(slot: string | null): Element[] {
    return [...this.#host.children].filter((child) => this.#slotOf(child) === slot && !this.#isClone(child));
  }

  /** The direct child template that the owner put into a slot. */
  template(slot: string | null): HTMLTemplateElement | undefined {
    return this.children(slot).find((child) => child instanceof HTMLTemplateElement);
  }

  /** @returns undefined while the parser may still be inside the template. */
  clone(template: HTMLTemplateElement): readonly Element[] | undefined {
    const kept = this.#clones.get(template);
    if (kept?.every((node) => node.parentNode === this.#host)) return kept;
    if (!this.#isComplete(template)) return undefined;
    const nodes = [...document.importNode(template.content, true).childNodes].filter((node) => node instanceof Element || node instanceof Text).map((node) => {
      if (node instanceof Element) return node;
      // Text cannot be slotted by name. The wrapper has no box, so flex, inline and sibling rules see the text itself.
      const wrapper = document.createElement('geo-t');
      wrapper.append(node);
      return wrapper;
    });
    for (const node of nodes) node.slot = 'geo-part';
    template.after(...nodes);
    this.#clones.set(template, nodes);
    return nodes;
  }

  /**
   * @param part children to show alone; none means the default slot.
   * @param revealed children that stay where they are and lose their `hidden`.
   */
  show(part: readonly Element[], revealed: readonly Element[]): void {
    for (const child of this.#before.keys()) if (!part.includes(child) && !revealed.includes(child)) this.#restore(child);
    for (const node of [...this.#clones.values()].flat()) node.slot = part.includes(node) ? 'geo-part' : 'geo-kept';
    for (const child of part) if (!this.#isClone(child)) this.#take(child, 'geo-part');
    for (const child of revealed) if (child.hasAttribute('hidden')) this.#take(child, child.getAttribute('slot'));
  }

  /** Leaves nothing of ours behind. */
  remove(): void {
    for (const child of this.#before.keys()) this.#restore(child);
    for (const node of [...this.#clones.values()].flat()) node.remove();
    this.#clones.clear();
  }

  #isClone(child: Element): boolean {
    return [...this.#clones.values()].some((nodes) => nodes.includes(child));
  }

  #slotOf(child: Element): string | null {
    const slot = child.getAttribute('slot');
    return slot === 'geo-part' ? (this.#before.get(child)?.slot ?? null) : slot;
  }

  #take(child: Element, slot: string | null): void {
    // After a morph put the attributes back, what stands there is the owner's again.
    if (child.hasAttribute('hidden') || !this.#before.has(child)) this.#before.set(child, { hidden: child.getAttribute('hidden'), slot: this.#slotOf(child) });
    if (child.hasAttribute('hidden')) child.removeAttribute('hidden');
    if (child.getAttribute('slot') !== slot) setOrRemove(child, 'slot', slot);
  }

  #restore(child: Element): void {
    const before = this.#before.get(child);
    this.#before.delete(child);
    if (!before) return;
    setOrRemove(child, 'hidden', before.hidden);
    setOrRemove(child, 'slot', before.slot);
  }
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
