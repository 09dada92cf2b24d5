import type { Condition } from '../../rules/clause.ts';
import type { Facts } from '../../rules/facts.ts';
import type { Report } from '../report.ts';
import type { Binding } from './binding.ts';
import { mayContest } from './contest.ts';
import { boundSelector, createCompiler, watchedAttributes } from './directive.ts';
import { closestAround, isComplete, localeOf, matches, treeOf } from './dom.ts';
import { watchFailedMedia } from './failed-media.ts';
import { createRoots } from './roots.ts';
import { isUntouched, textSlot, touched, valueSlot } from './slot.ts';
import { styleHidden, visibilitySlot } from './visibility.ts';
import { native } from '../native.ts';

/** So many elements are bound at once, for the first frame; the rest in tasks of some milliseconds, so that the page stays responsive. */
const maxAtOnce = 2000;
const taskMs = 10;

/** More than this that came at once are looked for by one query of where they came to. */
const maxParts = 50;

export interface Bindings {
  /** Binds everything below a node from now on. */
  visit(root: ParentNode): void;
  /** Brings every bound node in line with the facts. Without any it puts every one back as it was, and stops. */
  update(facts: Facts | undefined): void;
  /** The first of what is bound on an element; null where nothing is, undefined where nobody has looked yet. */
  of(element: Element): Binding | null | undefined;
}

/** Also from outside of a shadow tree, where `boundSelector` does not see it. */
const isIgnored = (node: Node) => closestAround(node, '[data-geo-ignore]');

/**
 * Writes what `data-geo-*` attributes and `geo-show-…` classes ask for. Elements are found by query each time and their
 * state hangs on them weakly, so that nothing which leaves the page is held.
 *
 * @param parse reads a condition in text form.
 * @param arrived called after nodes have come to the page, with the document and the shadow roots that they have come to.
 */
export function createBindings(
  parse: (text: string) => Condition,
  report: Report,
  arrived: (...trees: ParentNode[]) => void,
  signal: AbortSignal,
): Bindings {
  /** The first binding of each element that was looked at; null where there is none. */
  const states = new WeakMap<Node, Binding | null>();
  const firstBinding = createCompiler(parse, report);
  /** Where to bind: the document, or the parts and shadow roots that were handed to `scan`, for as long as the page has them. */
  const roots = createRoots();
  /** By what each watches, so that a pass need not begin anew to watch all the others. */
  const observers = new WeakMap<Node, MutationObserver>();
  /** Written before the parser had passed the end of their elements. */
  const early = new Set<Binding>();
  /** What has come since the last frame, and elements that are to be looked at again then. */
  const parts = new Set<Element>();
  /** Where more than that has come: all of it is looked at again. */
  let crowded: WeakSet<Node> | undefined;
  let frame = 0;
  /** Undefined until `geo-ready`: then nothing is written yet. */
  let facts: Facts | undefined;
  /** Whether the parser is still at work. */
  let isLoading = true;
  /** Whether scripts have brought what is visited now. */
  let arrives = false;
  /** The language of everything that is visited now, where it has one: to ask each element takes as long as to write it. */
  let language: string | undefined;

  function bind(element: Element): void {
    if (!facts) return;
    let binding = states.get(element);
    if (binding === undefined) states.set(element, (binding = firstBinding(element)));
    const isEarly = isLoading && !isComplete(element);
    if (isEarly) parts.add(element);
    for (; binding; binding = binding.next) {
      binding.fights = 0;
      if (early.size && early.delete(binding)) takeAdded(element, binding);
      if (isEarly && binding.directive.slot === textSlot) early.add(binding);
      apply(element, binding, facts);
    }
  }

  /** The parser adds to the text that it finds, ours too, and the page is painted in between. Puts back what the owner wrote so far, to be written anew. */
  function takeAdded(element: Element, binding: Binding): void {
    const { original, written } = binding;
    const text = native(element).firstChild;
    if (
      typeof written !== 'string' ||
      !(text instanceof Text) ||
      !text.data.startsWith(written) ||
      (text.data === written && !native(element).firstElementChild)
    )
      return;
    text.data = (original ?? '') + text.data.slice(written.length);
    if (!text.data) text.remove();
    binding.written = undefined;
  }

  /** @param known the facts that are to be followed; undefined puts back what was written. */
  function apply(element: Element, binding: Binding, known: Facts | undefined): void {
    const { directive } = binding;
    const { slot } = directive;
    // A copy of an element carries what we wrote as if the owner had written it.
    const twin = arrives && binding.original === undefined ? directive.latest : undefined;
    const current = slot.read(element, binding.written ?? twin?.written);
    if (current === undefined) {
      if (slot === textSlot && binding.written === undefined && known?.record)
        report('element-children', directive.source);
      return;
    }
    if (twin?.written === current) ({ original: binding.original, written: binding.written } = twin);
    const { original, written } = binding;
    const wanted = known && directive.want(known, language ?? localeOf(element));
    // Who was told of a mistake just now may have ended it all.
    if (known && known !== facts) return;
    const stands = current === written;
    // What is not ours was put there by the page: it is what to go back to.
    if (!stands) binding.original = current;
    if (wanted === undefined && written === undefined) return;
    if (slot === valueSlot && written === undefined && !isUntouched(element, wanted)) return;
    // Where somebody types into the page, what they type stays.
    if (
      written !== undefined &&
      !stands &&
      (native(element as HTMLElement).isContentEditable || !mayContest(binding, current !== original, report))
    )
      return;
    // Hidden in a way of the owner's own: by class, or `until-found`.
    const isHiddenAlready = slot === visibilitySlot && wanted !== null && binding.original;
    const target = (wanted === undefined || isHiddenAlready ? binding.original : wanted) ?? null;
    // What has the focus goes away once the focus has: who types or tabs there would lose their place.
    if (known && slot === visibilitySlot && target !== null && target !== current && matches(element, ':focus-within'))
      return addEventListener('focusout', () => setTimeout(visit, 0, element), { once: true, signal });
    const reads = target === current ? current : slot.write(element, target, written);
    // What a custom element makes of it, or a list of its chosen option, is made by now, unobserved.
    if (reads !== current && /-|select/.test(native(element).localName)) parts.add(element);
    binding.written = wanted === undefined ? undefined : reads;
    directive.latest = binding;
  }

  function restoreElement(element: Element): void {
    for (let binding = states.get(element); binding; binding = binding.next) apply(element, binding, undefined);
    states.delete(element);
  }

  function visit(root: ParentNode): void {
    if (isIgnored(root)) return;
    if (root instanceof Element && matches(root, boundSelector)) bind(root);
    const elements = native(root).querySelectorAll(boundSelector);
    const top = root instanceof Document ? native(root).body : root;
    const only = top instanceof Element && !native(top).querySelector('[lang]') ? localeOf(top) : undefined;
    const place = observers.has(root) ? root : native(root).getRootNode();
    let next = 0;
    const goOn = () => {
      const endMs = performance.now() + taskMs;
      const observer = observers.get(place);
      look(observer?.takeRecords() ?? []);
      // What is written here needs no second look.
      observer?.disconnect();
      language = only;
      isLoading = native(document).readyState === 'loading';
      try {
        for (; next < elements.length && (next < maxAtOnce || next % 50 || performance.now() < endMs); next++)
          bind(elements[next] as Element);
      } finally {
        language = undefined;
        if (observers.has(place)) watch(place);
      }
      if (next < elements.length) setTimeout(goOn);
      scheduleParts();
    };
    if (elements.length) goOn();
  }

  function visitParts(): void {
    frame = 0;
    const found = [
      ...(crowded ? roots.now().filter((root) => crowded?.has(treeOf(root))) : []),
      ...[...parts].filter(roots.has),
    ];
    parts.clear();
    crowded = undefined;
    arrives = native(document).readyState !== 'loading';
    for (const root of found) {
      // What fails in one part keeps nothing beside it from being bound.
      try {
        visit(root);
      } catch (error) {
        report('update-failed', String(error));
      }
    }
    arrives = false;
    arrived(...new Set([document, ...found.map(treeOf)]));
  }

  function look(records: readonly MutationRecord[]): void {
    for (const { type, target, attributeName, addedNodes } of records) {
      const element = target instanceof Element ? target : native(target).parentElement;
      if (element && addedNodes.length > maxParts) parts.add(element);
      // No more than tell that there are many: where nobody looks there is no next frame, and what comes and goes until then would be held.
      else for (const node of addedNodes) if (node instanceof Element && parts.size <= maxParts) parts.add(node);
      if (addedNodes.length && parts.size > maxParts) (crowded ??= new WeakSet()).add(treeOf(target));
      // Nothing else tells a conditional element that a morph has put back the `hidden` of what it shows.
      const parent: (Element & { requestUpdate?(): void }) | null | undefined =
        element && native(element).parentElement;
      if (attributeName === 'hidden' && parent && native(parent).localName.startsWith('geo-')) parent.requestUpdate?.();
      if (!element || !roots.has(element)) continue;
      const rewritten = type === 'attributes' && attributeName?.startsWith('data-geo-');
      if (rewritten || (attributeName === 'class' && !states.has(element))) {
        restoreElement(element);
        if (matches(element, boundSelector) && !isIgnored(element)) bind(element);
      } else
        for (let binding = states.get(element); binding; binding = binding.next)
          if (!early.has(binding)) apply(element, binding, facts);
    }
  }

  function follow(records: readonly MutationRecord[]): void {
    look(records);
    // At once while the parser brings them; later before the next paint, and once for all that comes until then.
    if (native(document).readyState === 'loading') visitParts();
    else scheduleParts();
  }

  function scheduleParts(): void {
    if (parts.size && native(document).readyState !== 'loading') frame ||= requestAnimationFrame(visitParts);
  }

  function watch(root: Node): void {
    const observer = observers.get(root) ?? new MutationObserver(follow);
    observers.set(root, observer);
    observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: watchedAttributes,
    });
    styleHidden(root, true);
  }

  // The document itself, since `document.open()` replaces everything below it.
  watch(document);

  // On window, since `<img name="addEventListener">` takes the document's.
  addEventListener(
    'DOMContentLoaded',
    () => {
      look(observers.get(document)?.takeRecords() ?? []);
      visitParts();
    },
    { signal },
  );
  watchFailedMedia(states, signal);
  addEventListener('input', ({ target }) => target && touched.add(target), { signal, capture: true });

  function restore(): void {
    for (const root of [document, ...roots.now()]) {
      observers.get(root)?.disconnect();
      // A pass may still be under way, and would watch again.
      observers.delete(root);
      styleHidden(root, false);
      native(root).querySelectorAll(boundSelector).forEach(restoreElement);
    }
    roots.clear();
  }

  return {
    visit(root) {
      if (!roots.has(root)) {
        roots.add(root);
        if (native(root).getRootNode() !== document) watch(root);
      }
      visit(root);
    },
    update(now) {
      // By the facts until now: what a script has just brought may be copies of what was written by them.
      look(observers.get(document)?.takeRecords() ?? []);
      if (parts.size) visitParts();
      facts = now;
      if (!facts) return restore();
      roots.now().forEach(visit);
    },
    of: (element) => states.get(element),
  };
}
