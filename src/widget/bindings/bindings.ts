import type { Condition } from '../../rules/condition.ts';
import type { Facts } from '../../rules/facts.ts';
import type { Report } from '../report.ts';
import { boundSelector, createCompiler, type Directive, watchedAttributes } from './directive.ts';
import { isComplete, localeOf } from './dom.ts';
import { optionFor, textSlot, touched, valueSlot } from './slot.ts';
import { coverHidden } from './visibility.ts';

/** One directive on one element, with what it needs to put the page back as it was. */
export interface Binding {
  readonly directive: Directive;
  /** What the owner wrote, as far as is known. */
  original: string | null;
  /** What we wrote, as it reads; undefined while the slot is as written. */
  written: string | null | undefined;
  /** What was asked for then: the same question again writes nothing, however it reads. */
  wanted: string | null | undefined;
  /** How often another script has undone what was written since the facts last changed. */
  fights: number;
  /** Written before the parser had passed the end of the element. */
  early: boolean;
}

/** A write that is undone more often than this is given up: two scripts that never agree would hang the page. */
export const maxFights = 5;

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
 * @param arrived called after anything has changed on the page.
 */
export function createBindings(factsNow: () => Facts | undefined, parse: (text: string) => Condition, report: Report, arrived: () => void, signal: AbortSignal): Bindings {
  const states = new WeakMap<Element, Binding[]>();
  const directivesOf = createCompiler(parse, report);
  /** Where to bind: the document, or the parts and shadow roots that were handed to `scan`. */
  const roots = new Set<ParentNode>();
  const isBound = (node: Node) => roots.has(document) && node.getRootNode() === document ? true : [...roots].some((root) => root.contains(node));
  /** Elements that the parser may not have finished. */
  let unfinished = new Set<Element>();

  const boundIn = (root: ParentNode): Iterable<Element> => root.querySelectorAll(boundSelector);

  function bind(element: Element, reset: boolean): void {
    const facts = factsNow();
    if (!facts) return;
    const complete = isComplete(element);
    if (!complete) unfinished.add(element);
    let bindings = states.get(element);
    if (!bindings) {
      bindings = directivesOf(element).map((directive) => ({ directive, original: null, written: undefined, wanted: undefined, fights: 0, early: false }));
      states.set(element, bindings);
    }
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
    const { directive, written } = binding;
    const { slot } = directive;
    // Which options a field has, and which is its default, its end tells.
    if (slot === valueSlot && unfinished.has(element)) return;
    const current = slot.read(element);
    if (current === undefined) {
      if (slot === textSlot && written === undefined && facts?.record) report('element-children', directive.source);
      return;
    }
    // What is not ours was put there by the page: it is what to go back to.
    if (current !== written) binding.original = current;
    const wanted = facts && directive.want(facts, localeOf(element), binding.original);
    if (current === written && wanted === binding.wanted) return;
    if (wanted === undefined && written === undefined) return;
    if (slot === valueSlot && written === undefined && !isUntouched(element, wanted)) return;
    if (written !== undefined && current !== written && ++binding.fights > maxFights) {
      if (binding.fights === maxFights + 1) report('contested', `${directive.source}: another script keeps changing it; data-bindings="load" may end that`);
      return;
    }
    const target = wanted === undefined ? binding.original : wanted;
    if (target !== current) slot.write(element, target);
    binding.wanted = wanted;
    binding.written = wanted === undefined ? undefined : slot.read(element);
  }

  function restoreElement(element: Element): void {
    for (const binding of states.get(element) ?? []) apply(element, binding, undefined);
    states.delete(element);
  }

  function visit(root: ParentNode): void {
    if (root instanceof Element && root.matches(boundSelector)) bind(root, true);
    for (const element of boundIn(root)) bind(element, true);
    coverHidden();
  }

  function follow(records: readonly MutationRecord[]): void {
    const waiting = unfinished;
    unfinished = new Set();
    for (const element of waiting) if (element.isConnected) bind(element, false);
    for (const { type, target, attributeName, addedNodes } of records) {
      if (!isBound(target)) continue;
      for (const node of addedNodes) if (node instanceof Element && node.isConnected) visit(node);
      const element = target instanceof Element ? target : target.parentElement;
      if (!element) continue;
      const rewritten = type === 'attributes' && attributeName?.startsWith('data-geo-');
      if (rewritten || (attributeName === 'class' && !states.has(element))) {
        restoreElement(element);
        if (element.matches(boundSelector)) bind(element, false);
      } else for (const binding of states.get(element) ?? []) apply(element, binding, factsNow());
    }
    coverHidden();
    arrived();
  }

  const observer = new MutationObserver(follow);
  const watch = (root: Node) => observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: watchedAttributes });
  // The document itself, since `document.open()` replaces everything below it.
  watch(document);

  document.addEventListener('DOMContentLoaded', () => follow(observer.takeRecords()), { signal });
  document.addEventListener('input', ({ target }) => target && touched.add(target), { signal, capture: true });
  document.addEventListener('error', ({ target }) => target instanceof Element && putBack(target), { signal, capture: true });

  /** A medium that fails to load goes back to the one that was written, until the facts change. */
  function putBack(element: Element): void {
    for (const binding of states.get(element) ?? []) {
      if (!/ data-geo-(src|srcset|poster)=/.test(binding.directive.source) || binding.written === undefined) continue;
      binding.fights = maxFights + 2;
      binding.directive.slot.write(element, binding.original);
    }
  }

  return {
    visit(root) {
      if (root.getRootNode() !== document) watch(root);
      if (!isBound(root)) roots.add(root);
      visit(root);
    },
    update() {
      for (const root of roots) visit(root);
    },
    of: (element) => states.get(element),
    restore() {
      observer.disconnect();
      for (const root of roots) for (const element of boundIn(root)) restoreElement(element);
      roots.clear();
    },
  };
}

/** Whether a field still holds what its markup says: autofill and other scripts leave no event behind. */
function isUntouched(element: Element, wanted: string | null | undefined): boolean {
  if (document.activeElement === element) return false;
  if (element instanceof HTMLSelectElement) {
    const byDefault = [...element.options].findIndex((option) => option.defaultSelected);
    return element.selectedIndex === Math.max(byDefault, 0) && !!optionFor(element, wanted ?? '');
  }
  const field = element as HTMLInputElement | HTMLTextAreaElement;
  return field.value === field.defaultValue;
}
