import { restore } from '../../../rules/markup/plan.ts';
import { parseMinus, planReached, reachedSlot, showRemainder } from '../../../rules/money/threshold.ts';
import type { Threshold } from '../../api/core.ts';
import { domReader } from '../../dom/dom-reader.ts';
import { native } from '../../dom/native.ts';
import { carryOut } from '../../dom/page-markup.ts';
import type { HostElement } from '../lazy-parts.ts';

/**
 * The entry of a lazy file, fetched when a `<geo-currency>` takes an amount off its price.
 *
 * It also shows the slot `reached` of those of whose price nothing is left. They show an empty value, and the slot is put
 * into that: so the elements know no more than that nothing is left, and no page pays for the rest that takes nothing off.
 */
export default function startThreshold(): Threshold {
  const watched = new WeakSet<Element>();
  const observer = new MutationObserver((changes) => {
    const hosts = new Set<Node | null>();
    for (const { target, removedNodes } of changes)
      if (target instanceof ShadowRoot) show(target.host);
      else {
        hosts.add(target).add(native(target).parentNode);
        if (target instanceof Element && watched.has(target))
          for (const node of removedNodes) if (node instanceof Element) carryOut(restore(domReader, node, 'hidden'));
      }
    // What a script or a morph changes waits for the frame: another one that undoes each change would hang the page.
    const own = [...hosts].filter((host) => host instanceof Element).filter((host) => watched.has(host));
    if (own.length) requestAnimationFrame(() => own.forEach(show));
  });

  function watch(element: Element): void {
    const root = native(element).shadowRoot;
    if (!root || watched.has(element)) return;
    watched.add(element);
    observer.observe(root, { childList: true });
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['hidden'] });
  }

  function show(host: Element): void {
    const value = native(host).shadowRoot?.querySelector('[part=value]');
    const isReached = value?.textContent === '';
    if (isReached && !value.firstChild) value.append(slotOf(reachedSlot, slotOf('')));
    // One that is not defined yet has no states.
    if (isOurs(host)) host._setState('reached', isReached);
    carryOut(planReached(domReader, host, isReached));
  }

  // Those that a server has written.
  for (const element of native(document).querySelectorAll('geo-currency[minus]')) watch(element);

  return {
    parseMinus,
    showRemainder,
    watch(host) {
      watch(host);
      show(host);
    },
  };
}

function isOurs(element: Element): element is HostElement {
  return '_setState' in element;
}

/** @param otherwise shows as long as nothing is in the slot. */
function slotOf(name: string, ...otherwise: readonly Element[]): HTMLSlotElement {
  const slot = native(document).createElement('slot');
  slot.name = name;
  slot.append(...otherwise);
  return slot;
}
