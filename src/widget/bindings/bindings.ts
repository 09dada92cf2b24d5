import type { Condition } from '../../rules/clause.ts';
import type { Facts } from '../../rules/facts.ts';
import type { Report } from '../report.ts';
import type { Binding } from './binding.ts';
import { claimClasses, classSlot } from './classes.ts';
import { boundSelector, createCompiler, watchedAttributes } from './directive.ts';
import { isComplete, localeOf } from './dom.ts';
import { isUntouched, textSlot, touched, valueSlot } from './slot.ts';
import { styleHidden, visibilitySlot } from './visibility.ts';

/** A write that is undone more often than this is given up: two scripts that never agree would hang the page. */
export const maxFights = 5;

/** A script that fights answers at once, or with the same each time; a new text after a while is a framework that renders. */
const answersWithinMs = 50;

/** So many elements are bound at once, for the first frame; the rest in tasks of some milliseconds, so that the page stays responsive. */
const maxAtOnce = 2000;
const taskMs = 10;

/** More parts that came between two frames than this are looked for by one query of the page. */
const maxParts = 50;

export interface Bindings {
  /** Binds everything below a node from now on. */
  visit(root: ParentNode): void;
  /** Brings every bound node in line with the facts. */
  update(): void;
  /** What is bound on an element; undefined where nothing is, or not yet. */
  of(element: Element): readonly Binding[] | undefined;
  /** Puts every bound node back as it was, and stops. */
  restore(): void;
}

/**
 * Writes what `data-geo-*` attributes and `geo-show-…` classes ask for. Elements are found by query each time and their
 * state hangs on them weakly, so that nothing which leaves the page is held.
 *
 * @param factsNow undefined until `geo-ready`: then nothing is written yet.
 * @param parse reads a condition in text form.
 * @param arrived called after nodes have come to the page.
 */
export function createBindings(factsNow: () => Facts | undefined, parse: (text: string) => Condition, report: Report, arrived: () => void, signal: AbortSignal): Bindings {
  const states = new WeakMap<Node, Binding[]>();
  const directivesOf = createCompiler(parse, report);
  /** Where to bind: the document, or the parts and shadow roots that were handed to `scan`. */
  const roots = new Set<ParentNode>();
  /** What has come since the last frame, and elements that the parser may not have finished. */
  const parts = new Set<Node>();
  let frame = 0;
  /** Whether scripts have brought what is visited now. */
  let arrives = false;

  const isBound = (node: Node) => [...roots].some((root) => root.contains(node));

  function bind(element: Element, reset: boolean): void {
    const facts = factsNow();
    if (!facts) return;
    const complete = isComplete(element);
    if (!complete) parts.add(element);
    let bindings = states.get(element);
    if (!bindings) states.set(element, (bindings = directivesOf(element).map((directive) => ({ directive, original: undefined, written: undefined, wanted: undefined, fights: 0, early: false, timeMs: 0 }))));
    for (const binding of bindings) {
      if (reset) binding.fights = 0;
      if (binding.early) takeAdded(element, binding);
      binding.early = !complete && binding.directive.slot === textSlot;
      apply(element, binding, facts);
    }
  }

  /** The parser adds to the text that it finds, ours too, and the page is painted in between. */
  function takeAdded(element: Element, binding: Binding): void {
    const { original, written } = binding;
    const text = element.firstChild;
    if (typeof written !== 'string' || !(text instanceof Text) || !text.data.startsWith(written)) return;
    binding.original = (original ?? '') + text.data.slice(written.length) || null;
    const asWritten = !!element.firstElementChild;
    if (asWritten) binding.written = undefined;
    const data = asWritten ? (binding.original ?? '') : written;
    if (data !== text.data) text.data = data;
  }

  function apply(element: Element, binding: Binding, facts: Facts | undefined): void {
    const { directive } = binding;
    const { slot } = directive;
    // Which options a field has, and which is its default, its end tells.
    if (slot === valueSlot && !isComplete(element)) return;
    // A copy of an element carries what we wrote as if the owner had written it.
    const twin = arrives && binding.original === undefined ? directive.latest : undefined;
    if (twin?.written && slot === classSlot) claimClasses(element, twin.written);
    const current = slot.read(element);
    if (current === undefined) {
      if (slot === textSlot && binding.written === undefined && facts?.record) report('element-children', directive.source);
      return;
    }
    if (twin?.written === current) Object.assign(binding, twin, { fights: 0 });
    const { written } = binding;
    // What is not ours was put there by the page: it is what to go back to.
    if (current !== written) {
      if (current !== binding.original && performance.now() - binding.timeMs > answersWithinMs) binding.fights = 0;
      binding.original = current;
    }
    const wanted = facts && directive.want(facts, localeOf(element));
    if (current === written && wanted === binding.wanted) return;
    if (wanted === undefined && written === undefined) return;
    if (slot === valueSlot && written === undefined && !isUntouched(element, wanted)) return;
    if (written !== undefined && current !== written && ++binding.fights > maxFights) {
      if (binding.fights === maxFights + 1) report('contested', `${directive.source}: data-bindings="load" may end that`);
      return;
    }
    // Hidden in a way of the owner's own: by class, or `until-found`.
    const isHiddenAlready = slot === visibilitySlot && wanted !== null && binding.original;
    const target = (wanted === undefined || isHiddenAlready ? binding.original : wanted) ?? null;
    // What has the focus goes away once the focus has: who types or tabs there would lose their place.
    if (facts && slot === visibilitySlot && target !== null && element.matches(':focus-within')) return document.addEventListener('focusout', () => setTimeout(visit, 0, element), { once: true, signal });
    if (target !== current) slot.write(element, target);
    binding.wanted = wanted;
    binding.written = wanted === undefined ? undefined : slot.readsAsWritten ? target : slot.read(element);
    directive.latest = binding;
    binding.timeMs = performance.now();
  }

  function restoreElement(element: Element): void {
    for (const binding of states.get(element) ?? []) apply(element, binding, undefined);
    states.delete(element);
  }

  function visit(root: Node): void {
    if (root instanceof Element && root.matches(boundSelector)) bind(root, true);
    if (!(root instanceof Element || root instanceof Document || root instanceof DocumentFragment)) return;
    const elements = root.querySelectorAll(boundSelector);
    let next = 0;
    const goOn = () => {
      const endMs = performance.now() + taskMs;
      look(observer.takeRecords());
      for (; next < elements.length && (next < maxAtOnce || performance.now() < endMs); next++) bind(elements[next] as Element, true);
      // What was written needs no second look; what a custom element has made of it may.
      look(observer.takeRecords().filter(({ addedNodes }) => addedNodes[0] instanceof Element));
      if (next < elements.length) setTimeout(goOn);
    };
    goOn();
  }

  function visitParts(): void {
    frame = 0;
    const found = parts.size > maxParts ? [...roots] : [...parts].filter(isBound);
    parts.clear();
    arrives = document.readyState !== 'loading';
    found.forEach(visit);
    arrives = false;
    arrived();
  }

  function look(records: readonly MutationRecord[]): void {
    for (const { type, target, attributeName, addedNodes } of records) {
      for (const node of addedNodes) parts.add(node);
      const element = target instanceof Element ? target : target.parentElement;
      // Nothing else tells a conditional element that a morph has put back the `hidden` of what it shows.
      const parent: (Element & { requestUpdate?(): void }) | null | undefined = element?.parentElement;
      if (attributeName === 'hidden' && parent?.localName.startsWith('geo-')) parent.requestUpdate?.();
      if (!element || !isBound(element)) continue;
      const rewritten = type === 'attributes' && attributeName?.startsWith('data-geo-');
      if (rewritten || (attributeName === 'class' && !states.has(element))) {
        restoreElement(element);
        if (element.matches(boundSelector)) bind(element, false);
      } else for (const binding of states.get(element) ?? []) if (!binding.early) apply(element, binding, factsNow());
    }
  }

  function follow(records: readonly MutationRecord[]): void {
    look(records);
    // At once while the parser brings them; later before the next paint, and once for all that comes until then.
    if (document.readyState === 'loading') visitParts();
    else if (parts.size) frame ||= requestAnimationFrame(visitParts);
  }

  const observer = new MutationObserver(follow);
  function watch(root: Node): void {
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: watchedAttributes });
    styleHidden(root, signal);
  }

  // The document itself, since `document.open()` replaces everything below it.
  watch(document);

  document.addEventListener('DOMContentLoaded', () => {
    follow(observer.takeRecords());
    visitParts();
  }, { signal });
  document.addEventListener('input', ({ target }) => target && touched.add(target), { signal, capture: true });
  document.addEventListener('error', ({ target }) => target instanceof Element && putBack(target), { signal, capture: true });

  /** A medium that fails to load goes back to the one that was written, until the facts change. */
  function putBack(element: Element): void {
    for (const binding of states.get(element) ?? []) {
      if (!/ data-geo-(src|srcset|poster)=/.test(binding.directive.source) || binding.written === undefined) continue;
      binding.fights = maxFights + 2;
      binding.directive.slot.write(element, binding.original ?? null);
    }
  }

  return {
    visit(root) {
      if (root.getRootNode() !== document) watch(root);
      if (!isBound(root)) roots.add(root);
      visit(root);
    },
    update() {
      // What a script has brought just now is known as that only until it is visited.
      if (frame) visitParts();
      roots.forEach(visit);
    },
    of: (element) => states.get(element),
    restore() {
      observer.disconnect();
      for (const root of roots) root.querySelectorAll(boundSelector).forEach(restoreElement);
      roots.clear();
    },
  };
}
