import type { Groups } from '../../rules/clause.ts';
import type { Facts } from '../../rules/facts.ts';
import { bindingPrefix } from '../../rules/markup/bindings.ts';
import type { Report } from '../report.ts';
import type { BoundTarget } from './bound-target.ts';
import { arrivedParts, changedElement, updateConditionalParent } from './changes.ts';
import { closestAround, isParsing, localeOf, matches, treeOf } from './dom.ts';
import { watchTyping } from './field-values.ts';
import { isAnythingFocused } from './focus.ts';
import { createRoots } from './roots.ts';
import { createScheduler } from './scheduler.ts';
import { anyBoundSelector, boundSelector, ignoreSelector } from './selector.ts';
import { inTasks } from './tasks.ts';
import { createTreeObservers } from './tree-observers.ts';
import { createWriter, singleElement } from './writer.ts';
import { native } from '../native.ts';

export interface Bindings {
  /** Binds everything below a node from now on. */
  visit(root: ParentNode): void;
  /** Brings every bound node in line with the facts. Without facts it puts every one back as it was, and stops. */
  update(facts: Facts | undefined): void;
  /** The first of the bound targets of an element. Null: it has none. Undefined: it is not bound yet. */
  of(element: Element): BoundTarget | null | undefined;
}

export interface BindingsOptions {
  /** The owner's groups, as they are now. */
  groups(): Groups | undefined;
  readonly report: Report;
  /** Called after nodes have come to the page, with the document and the shadow roots that they have come to. */
  arrived(...trees: ParentNode[]): void;
  readonly signal: AbortSignal;
}

/**
 * Writes what `data-geo-*` attributes and `geo-show-…` classes ask for. A query finds the elements each time, and a
 * `WeakMap` has their state, so that nothing is held that leaves the page.
 */
export function createBindings({ groups, report, arrived, signal }: BindingsOptions): Bindings {
  /** Where to bind: the document, or the parts and shadow roots that were handed to `scan`. */
  const roots = createRoots();
  const scheduler = createScheduler<Element, Node>({ isParsing, requestFrame, visit: visitArrived });
  const writer = createWriter({ groups, report, visitAgain: scheduler.again, visitNow: visitTree, signal });
  const observers = createTreeObservers(follow);

  function visitTree(root: ParentNode, isArriving = false): void {
    if (isIgnored(root)) return;
    const elements = boundElementsIn(root);
    const tree = observers.has(root) ? root : treeOf(root);
    const locale = onlyLocaleIn(root);
    inTasks(elements.length, (run) => {
      handleChanges(observers.takeRecords(tree));
      const pass = { locale, isArriving, isParsing: isParsing(), isAnythingFocused: isAnythingFocused() };
      observers.unobserved(tree, () => run((index) => writer.bind(elements[index] as Element, pass)));
      scheduler.schedule();
    });
  }

  function visitArrived(parts: readonly Element[], isCrowded: (tree: Node) => boolean): void {
    const isArriving = !isParsing();
    const crowded = roots.now().filter((root) => isCrowded(treeOf(root)));
    const found = [...crowded, ...parts.filter(roots.has)];
    for (const root of found) {
      // A failure in one part must not keep the others from being bound.
      try {
        visitTree(root, isArriving);
      } catch (error) {
        report('update-failed', String(error));
      }
    }
    arrived(...new Set([document, ...found.map(treeOf)]));
  }

  /** Collects what has come for the next visit. Handles at once what other scripts have changed. */
  function handleChanges(records: readonly MutationRecord[]): void {
    for (const record of records) {
      if (record.addedNodes.length) scheduler.add(treeOf(record.target), arrivedParts(record));
      const element = changedElement(record);
      if (!element) continue;
      if (record.attributeName === 'hidden') updateConditionalParent(element);
      if (!roots.has(element)) continue;
      const isRebound =
        record.attributeName?.startsWith(bindingPrefix) ||
        (record.attributeName === 'class' && !writer.targetsOf(element));
      if (isRebound) rebind(element);
      else writer.reapply(element);
    }
  }

  function rebind(element: Element): void {
    writer.restore(element);
    if (matches(element, anyBoundSelector) && !isIgnored(element)) writer.bind(element, singleElement);
  }

  function follow(records: readonly MutationRecord[]): void {
    handleChanges(records);
    if (isParsing()) scheduler.flush();
    else scheduler.schedule();
  }

  function restore(): void {
    for (const root of [document, ...roots.now()]) {
      observers.unwatch(root);
      native(root).querySelectorAll(boundSelector).forEach(writer.restore);
    }
    roots.clear();
  }

  // The document itself: `document.open()` replaces everything below it.
  observers.watch(document);
  watchTyping(signal);
  // On window, because `<img name="addEventListener">` replaces the document's.
  addEventListener(
    'DOMContentLoaded',
    () => {
      handleChanges(observers.takeRecords(document));
      scheduler.flush();
    },
    { signal },
  );

  return {
    visit(root) {
      if (!roots.has(root)) {
        roots.add(root);
        if (treeOf(root) !== document) observers.watch(root);
      }
      visitTree(root);
    },
    update(facts) {
      // With the facts until now: what a script has just brought may be copies of what they wrote.
      handleChanges(observers.takeRecords(document));
      if (scheduler.hasParts()) scheduler.flush();
      writer.facts = facts;
      if (facts) roots.now().forEach((root) => visitTree(root));
      else restore();
    },
    of: writer.targetsOf,
  };
}

/** Also true for a node in a shadow tree whose host is ignored, which no selector sees. */
function isIgnored(node: Node): boolean {
  return !!closestAround(node, ignoreSelector);
}

/** The bound elements of a part, itself included, in the order of the page. */
function boundElementsIn(root: ParentNode): ArrayLike<Element> {
  const own = native(root);
  // Looking upwards from each element is slow, and few pages ignore anything.
  const elements = own.querySelectorAll(own.querySelector(ignoreSelector) ? boundSelector : anyBoundSelector);
  return root instanceof Element && matches(root, anyBoundSelector) ? [root, ...elements] : elements;
}

/** The language of everything in a part, if it is the same. Looking it up takes as long as writing an element. */
function onlyLocaleIn(root: ParentNode): string | undefined {
  const top = root instanceof Document ? native(root).body : root;
  return top instanceof Element && !native(top).querySelector('[lang]') ? localeOf(top) : undefined;
}

// Called as a function of window, not of the scheduler's options.
function requestFrame(callback: () => void): number {
  return requestAnimationFrame(callback);
}
