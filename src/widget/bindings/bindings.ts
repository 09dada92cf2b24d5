import type { Groups } from '../../rules/conditions/clause.ts';
import type { Facts } from '../../rules/facts.ts';
import { native } from '../dom/native.ts';
import type { Report } from '../report.ts';
import { boundElementsIn, isIgnored, onlyLocaleIn } from './bound-elements.ts';
import type { BoundTarget } from './bound-target.ts';
import { handleChanges } from './changes.ts';
import { isParsing, treeOf } from './dom.ts';
import { watchTyping } from './field-values.ts';
import { isAnythingFocused } from './focus.ts';
import type { Roots } from './roots.ts';
import { createScheduler } from './scheduler.ts';
import { byAttributes, notIgnored } from './selector.ts';
import { inTasks } from './tasks.ts';
import { createTreeObservers } from './tree-observers.ts';
import { createWriter } from './writer.ts';

export interface Bindings {
  /** Binds everything below one of the roots, or a part of one. */
  bind(root: ParentNode): void;
  /** Brings every bound node in line with the facts. Without facts it puts every one back as it was, and stops. */
  update(facts: Facts | undefined): void;
  /** The first of the bound targets of an element. Null: it has none. Undefined: it is not bound yet. */
  of(element: Element): BoundTarget | null | undefined;
}

export interface BindingsOptions {
  /** Where to bind: the document, or the parts and shadow roots that were handed to `scan`. */
  readonly roots: Roots;
  /** The owner's groups, as they are now. */
  groups(): Groups | undefined;
  readonly report: Report;
  /** Called after nodes have come to the page, with the document and the shadow roots that they have come to. */
  arrived(...trees: ParentNode[]): void;
  /** Called when the page or a part of it is in another language now: names and amounts are in the one around them. */
  follow(): void;
  readonly signal: AbortSignal;
}

/**
 * Writes what `data-geo-*` attributes and `geo-show-…` classes ask for. A query finds the elements each time, and they
 * keep their state themselves, so that nothing is held that leaves the page.
 */
export function createBindings(
  { roots, groups, report, arrived, follow, signal }: BindingsOptions,
  source = byAttributes,
): Bindings {
  const { selector, watched } = source;
  const scheduler = createScheduler<Element, Node>({
    isParsing,
    // A function of window, not of these options.
    requestFrame: (callback) => requestAnimationFrame(callback),
    bind: bindArrived,
  });
  const writer = createWriter({
    groups,
    report,
    bindingSource: source,
    bindAgain: scheduler.again,
    bindNow: bindTree,
    signal,
  });
  const observers = createTreeObservers(watched, (records) => {
    followChanges(records);
    if (isParsing()) scheduler.flush();
    else scheduler.schedule();
  });

  function followChanges(records: readonly MutationRecord[]): void {
    handleChanges(records, roots, scheduler, writer);
    if (writer.facts && records.some(({ attributeName }) => attributeName === 'lang')) follow();
  }

  function bindTree(root: ParentNode, isArriving = false): void {
    if (isIgnored(root)) return;
    const elements = boundElementsIn(root, source);
    const tree = treeOf(root);
    if (writer.facts && !observers.has(tree)) observers.watch(tree);
    const locale = onlyLocaleIn(root);
    inTasks(elements.length, (run) => {
      followChanges(observers.takeRecords(tree));
      const pass = { locale, isArriving, isParsing: isParsing(), isAnythingFocused: isAnythingFocused() };
      observers.unobserved(tree, () => run((index) => writer.bind(elements[index] as Element, pass)));
      scheduler.schedule();
    });
  }

  function bindArrived(parts: readonly Element[], isCrowded: (tree: Node) => boolean): void {
    const isArriving = !isParsing();
    const crowded = roots.now().filter((root) => isCrowded(treeOf(root)));
    const found = [...crowded, ...parts.filter(roots.has)];
    for (const root of found) {
      // A failure in one part must not keep the others from being bound.
      try {
        bindTree(root, isArriving);
      } catch (error) {
        report('update-failed', String(error));
      }
    }
    arrived(...new Set([document, ...found.map(treeOf)]));
  }

  function restore(): void {
    for (const root of [document, ...roots.now()]) {
      observers.unwatch(treeOf(root));
      native(root).querySelectorAll(notIgnored(selector)).forEach(writer.restore);
    }
  }

  // The document itself: `document.open()` replaces everything below it.
  observers.watch(document);
  watchTyping(signal);
  // On window, because `<img name="addEventListener">` replaces the document's.
  addEventListener(
    'DOMContentLoaded',
    () => {
      followChanges(observers.takeRecords(document));
      scheduler.flush();
    },
    { signal },
  );

  return {
    bind: bindTree,
    update(facts) {
      // With the facts until now: what a script has just brought may be copies of what they wrote.
      followChanges(observers.takeRecords(document));
      if (scheduler.hasParts()) scheduler.flush();
      writer.facts = facts;
      if (facts) roots.now().forEach((root) => bindTree(root));
      else restore();
    },
    of: writer.targetsOf,
  };
}
