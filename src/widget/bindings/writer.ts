import type { Groups } from '../../rules/conditions/clause.ts';
import type { Facts } from '../../rules/facts.ts';
import { unsafe, valueOf } from '../../rules/markup/evaluate.ts';
import type { Report } from '../report.ts';
import { type CompiledBinding, createCompiler, refreshWanted } from './compile.ts';
import { isBound } from './bound-elements.ts';
import { type BoundTarget, bindTargets } from './bound-target.ts';
import { hasEnded, localeOf } from '../dom/nodes.ts';
import type { BindingSource } from './selector.ts';
import { waitForFocusOut } from './focus.ts';
import { countRetry, hasGivenUp } from './retries.ts';
import { fieldTarget, isUntouched } from './field-values.ts';
import { textTarget, visibilityTarget } from './write-target.ts';
import { restoreStreamedText } from './streaming-text.ts';
import { native } from '../dom/native.ts';
import { openingTagOf } from '../dom/opening-tag.ts';

/** What is the same for all elements that are written in one pass. */
export interface Pass {
  /** The language of all of them, if it is the same: to look it up takes as long as to write an element. */
  readonly locale: string | undefined;
  /** Whether a script has brought the elements. Then they may be copies. */
  readonly isArriving: boolean;
  /** Whether the parser may still be inside one of them. */
  readonly isParsing: boolean;
  readonly isAnythingFocused: boolean;
}

/** For an element by itself. */
const singleElement: Pass = {
  locale: undefined,
  isArriving: false,
  isParsing: false,
  isAnythingFocused: true,
};

/** The first of the targets of an element. Null: it has none. Undefined: it is not bound yet. */
type Targets = BoundTarget | null | undefined;

/**
 * An element keeps its targets itself, in a property that is this writer's own. An entry of a `WeakMap` took longer than
 * all else that is done for a new element: docs/architecture/bindings.md#speed
 */
interface Keeper extends Element {
  [key: symbol]: Targets;
}

/** Binds elements and writes them. */
export interface Writer {
  /** What says how they are bound. */
  readonly source: BindingSource;
  /** Undefined before the facts are known: then nothing is written. */
  facts: Facts | undefined;
  /**
   * Binds an element that is not bound yet, and writes what its bindings want.
   *
   * @param bindings those of the element, if they are known.
   */
  bind(element: Element, pass: Pass, bindings?: readonly CompiledBinding[]): void;
  /**
   * Follows what another script has changed on an element: binds it again, or writes again.
   *
   * @param attributeName null: its text.
   */
  follow(element: Element, attributeName: string | null): void;
  /** Reads again what has moved with a part of the page, where what is around an element decides. */
  followMoved(part: ParentNode): void;
  /** Puts an element back as the owner wrote it, and forgets it. */
  restore(element: Element): void;
  targetsOf(element: Element): Targets;
}

export interface WriterOptions {
  /** The owner's groups, as they are now. */
  groups(): Groups | undefined;
  readonly report: Report;
  readonly source: BindingSource;
  /** Called with an element that must be bound again before the next paint. */
  bindAgain(element: Element): void;
  /** Called with an element that could not be hidden while it had the focus. */
  bindNow(element: Element): void;
  readonly signal: AbortSignal;
}

export function createWriter({ groups, report, source, bindAgain, bindNow, signal }: WriterOptions): Writer {
  const key = Symbol();
  const selector = source.selectors.join();
  const compile = createCompiler(groups, report, source);
  /** Texts that were written while the parser was still inside their elements. */
  const streaming = new Set<BoundTarget>();

  function targetsOf(element: Element): Targets {
    return (element as Keeper)[key];
  }

  /** A page may have frozen the element. Then it is bound anew each time. */
  function keep(element: Element, targets: Targets): void {
    if (Object.isExtensible(element)) (element as Keeper)[key] = targets;
  }

  /** Reads a target, decides, and writes. Without facts it puts the target back. */
  function apply(element: Element, bound: BoundTarget, facts: Facts | undefined, pass: Pass): void {
    const { compiled } = bound;
    const { target } = compiled;
    const own = compiled.isForm ? native(element) : element;
    const isNew = pass.isArriving && bound.original === undefined;
    // What a script has brought may be a copy of an element that we have written. Then it carries our value as if the
    // owner had written it, and the original is that of the element it was copied from.
    const current = target.read(own, isNew ? compiled.lastWritten : bound.written);
    if (current === undefined) {
      if (target === textTarget && bound.written === undefined && facts?.record)
        report('element-children', openingTagOf(element));
      return;
    }
    if (isNew && compiled.originals.has(current)) {
      bound.original = compiled.originals.get(current);
      bound.written = current;
    }
    if (facts) {
      const locale = pass.locale ?? localeOf(element);
      const isOther = facts !== compiled.facts || locale !== compiled.locale;
      if (isOther && refreshWanted(compiled, facts, locale)) report('unsafe-binding', openingTagOf(element));
      // A listener to `geo-error` may have called `geolet.destroy()`.
      if (facts !== writer.facts) return;
    }
    const { written } = bound;
    const asked = facts && compiled.wanted;
    // A script empties a price before it writes the next one.
    const before = written ?? bound.original;
    if (typeof asked === 'function' && !current?.trim() && before !== undefined && before !== current) return;
    const isReplaced = written !== undefined && current !== written;
    // Someone else wrote this. Remember it as the original, or a price with what has been added to it.
    if (isReplaced && written && typeof asked === 'function') {
      const whole = current?.replace(written, () => bound.original ?? '') ?? '';
      bound.original = asked(whole) ? whole : current;
    } else if (current !== written) bound.original = current;
    let wanted = valueOf(asked, bound.original ?? '');
    if (wanted === unsafe) {
      // The parser may be within the amount.
      wanted = streaming.has(bound) ? valueOf(asked, '') || undefined : undefined;
      if (wanted === undefined && !pass.isArriving && pass !== singleElement)
        report('other-price', `${openingTagOf(element)}: ${bound.original}`);
    }
    const restores = wanted === undefined;
    if (restores ? written === undefined : isReplaced && !mayRewrite(element, bound)) return;
    // An owner may hide an element by class, or with `hidden="until-found"`. Hide it in the same way.
    const hidesAsOwner = target === visibilityTarget && wanted !== null && bound.original;
    const value = (restores || hidesAsOwner ? bound.original : wanted) ?? null;
    if (target === fieldTarget && facts && written === undefined && !isUntouched(element, value)) return;
    const hides = target === visibilityTarget && value !== null && value !== current;
    if (hides && facts && pass.isAnythingFocused) {
      const isWaiting = waitForFocusOut(element, bindNow, signal);
      if (isWaiting) return;
    }
    const reads = value === current ? current : target.write(own, value, written);
    // During a pass observers are off, so bind the element again to see what becomes of its content.
    if (compiled.changesContent && reads !== current) bindAgain(element);
    bound.written = restores ? undefined : reads;
    if (restores) return;
    compiled.lastWritten = reads;
    compiled.originals.set(reads, bound.original);
  }

  function mayRewrite(element: Element, bound: BoundTarget): boolean {
    // What a person types into the page stays.
    if (hasGivenUp(bound) || native(element as HTMLElement).isContentEditable) return false;
    const isOver = countRetry(bound);
    if (isOver) report('contested', openingTagOf(element));
    return !isOver;
  }

  /** Binds an element again if it is bound by anything else than what stands on it now. */
  function readAgain(element: Element): void {
    const bindings = writer.facts && isBound(element, selector) ? compile(element) : [];
    if (bindings.at(-1) === targetsOf(element)?.compiled) return;
    writer.restore(element);
    writer.bind(element, singleElement, bindings);
  }

  const writer: Writer = {
    source,
    facts: undefined,
    bind(element, pass, bindings) {
      const { facts } = writer;
      if (!facts) return;
      let bound = targetsOf(element);
      if (bound === undefined) {
        keep(element, (bound = bindTargets(bindings ?? compile(element))));
      }
      const isStreaming = pass.isParsing && !hasEnded(element);
      if (isStreaming) bindAgain(element);
      for (; bound; bound = bound.next) {
        bound.retries = 0;
        if (streaming.size && streaming.delete(bound)) restoreStreamedText(element, bound);
        if (isStreaming && bound.compiled.target === textTarget) streaming.add(bound);
        apply(element, bound, facts, pass);
      }
    },
    follow(element, attributeName) {
      const reached = source.reachedFrom?.(element, attributeName) ?? [element];
      if (attributeName) reached.forEach(readAgain);
      for (let bound = targetsOf(element); bound; bound = bound.next)
        if (!streaming.has(bound)) apply(element, bound, writer.facts, singleElement);
    },
    followMoved(part) {
      if (!source.keyOf) return;
      const inside = native(part).querySelectorAll('*');
      for (const element of part instanceof Element ? [part, ...inside] : inside)
        if (targetsOf(element) !== undefined) readAgain(element);
    },
    restore(element) {
      for (let bound = targetsOf(element); bound; bound = bound.next) apply(element, bound, undefined, singleElement);
      keep(element, undefined);
    },
    targetsOf,
  };
  return writer;
}
