import type { Groups } from '../../rules/conditions/clause.ts';
import type { Facts } from '../../rules/facts.ts';
import { native } from '../dom/native.ts';
import type { Report } from '../report.ts';
import { boundElementsIn, ignoredIn, onlyLocaleIn } from './bound-elements.ts';
import { handleChanges } from './changes.ts';
import { isParsing, treeOf } from '../dom/nodes.ts';
import { watchTyping } from './field-values.ts';
import { isAnythingFocused } from './focus.ts';
import { createRoots } from './roots.ts';
import { createScheduler } from './scheduler.ts';
import { type BindingSource, byAttributes } from './selector.ts';
import { inTasks } from './tasks.ts';
import { createTreeObservers } from './tree-observers.ts';
import { createWriter, type Writer } from './writer.ts';

export interface Bindings {
  /** Binds everything below one of the roots, or a part of one. */
  bind(root: ParentNode): void;
  /** Brings every bound node in line with the facts. Without facts it puts every one back as it was, and stops. */
  update(facts: Facts | undefined): void;
  /** One for each source. The first is for the attributes of elements. */
  readonly writers: ReadonlySet<Writer>;
  /** Binds what a source says, too, wherever the page is bound now and will be. */
  add(source: BindingSource): void;
  /** Puts back what a writer has written, and forgets it. */
  drop(writer: Writer): void;
}

export interface BindingsOptions {
  /** The owner's groups, as they are now. */
  groups(): Groups | undefined;
  readonly report: Report;
  /** Called after nodes have come to the page, with them, or with all that they are in where many came. */
  arrived(...parts: ParentNode[]): void;
  /** Called when the page or a part of it is in another language now: names and amounts are in the one around them. */
  follow(): void;
  readonly signal: AbortSignal;
}

/**
 * Writes what `data-geo-*` attributes and `geo-show-…` classes ask for, and other sources. A query finds the elements
 * each time, and they keep their state themselves, so that nothing is held that leaves the page.
 */
export function createBindings({ groups, report, arrived, follow, signal }: BindingsOptions): Bindings {
  /** Where to bind: the document, or the parts and shadow roots that were handed to `scan`. */
  const roots = createRoots();
  const writers = new Set<Writer>();
  const watched = new Set<string>();
  let facts: Facts | undefined;
  const scheduler = createScheduler<Element, Node>({
    isParsing,
    // A function of window, not of these options.
    requestFrame: (callback) => requestAnimationFrame(callback),
    bind: bindArrived,
  });
  // One for all: what one writer writes is none of the others' business.
  const observers = createTreeObservers(watched, (records) => {
    followChanges(records);
    if (isParsing()) scheduler.flush();
    else scheduler.schedule();
  });

  function followChanges(records: readonly MutationRecord[]): void {
    handleChanges(records, roots, scheduler, writers);
    // What is around elements decides about them, across shadow trees.
    if (facts && records.some(({ attributeName: name }) => name === 'lang' || name === 'data-geo-ignore')) follow();
  }

  function bindTree(root: ParentNode, isArriving = false): void {
    const ignored = ignoredIn(root);
    for (const part of ignored) for (const writer of writers) restoreIn(part, writer);
    if (ignored[0] === root) return;
    const tree = treeOf(root);
    if (facts && !observers.has(tree)) observers.watch(tree);
    const locale = onlyLocaleIn(root);
    writers.forEach((writer) => {
      if (isArriving) writer.followMoved(root);
      const elements = boundElementsIn(root, writer.source, ignored.length > 0);
      inTasks(elements.length, (run) => {
        followChanges(observers.takeRecords(tree));
        const pass = { locale, isArriving, isParsing: isParsing(), isAnythingFocused: isAnythingFocused() };
        observers.unobserved(tree, () => run((index) => writer.bind(elements[index] as Element, pass)));
        scheduler.schedule();
      });
    });
  }

  function bindArrived(parts: readonly Element[], isCrowded: (tree: Node) => boolean): void {
    const isArriving = !isParsing();
    const crowded = [...new Set([document, ...roots.now()])].filter((root) => isCrowded(treeOf(root)));
    const found = [...crowded, ...parts];
    for (const root of found.filter(roots.has)) {
      // A failure in one part must not keep the others from being bound.
      try {
        bindTree(root, isArriving);
      } catch (error) {
        report('update-failed', String(error));
      }
    }
    arrived(...found);
  }

  function restoreIn(part: ParentNode, writer: Writer): void {
    native(part).querySelectorAll(writer.source.selectors.join()).forEach(writer.restore);
    if (part instanceof Element) writer.restore(part);
  }

  function drop(writer: Writer): void {
    writers.delete(writer);
    writer.facts = undefined;
    for (const root of [document, ...roots.now()]) restoreIn(root, writer);
  }

  function add(source: BindingSource): void {
    const writer = createWriter({ groups, report, source, bindAgain: scheduler.again, bindNow: bindTree, signal });
    writer.facts = facts;
    writers.add(writer);
    for (const name of source.watched) watched.add(name);
    for (const root of facts ? roots.now() : []) {
      observers.watch(treeOf(root));
      bindTree(root);
    }
  }

  add(byAttributes);
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
    bind(root) {
      if (!roots.has(root)) roots.add(root);
      // A script may have copied what is written already.
      bindTree(root, root !== document);
    },
    update(now) {
      // With the facts until now: what a script has just brought may be copies of what they wrote.
      followChanges(observers.takeRecords(document));
      if (scheduler.hasParts()) scheduler.flush();
      facts = now;
      for (const writer of writers)
        if (now) writer.facts = now;
        else drop(writer);
      for (const root of roots.now()) bindTree(root);
      if (!now) for (const root of [document, ...roots.now()]) observers.unwatch(treeOf(root));
    },
    writers,
    add,
    drop,
  };
}
