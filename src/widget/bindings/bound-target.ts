import type { Facts } from '../../rules/facts.ts';
import type { Binding } from '../../rules/markup/bindings.ts';
import type { Wanted } from '../../rules/markup/evaluate.ts';
import type { WriteTarget } from './write-target.ts';

/** A binding, ready to be carried out. Elements with the same attributes share one, and what it caches. */
export interface CompiledBinding {
  readonly binding: Binding;
  readonly target: WriteTarget;
  /** Whether markup can replace the element's members: `native.ts`. */
  readonly isForm: boolean;
  /** Whether a write makes the browser or the page change the element's content. */
  readonly changesContent: boolean;
  /** What the binding wants, for these facts in this language. Undefined for "as written". */
  wanted: Wanted;
  facts: Facts | undefined;
  locale: string;
  /** What was written last, to any element. */
  lastWritten: string | null | undefined;
  /** The owner's values by what was written in their place, of any element. */
  readonly originals: Map<string | null | undefined, string | null | undefined>;
}

/** One binding on one element, with what it takes to put the page back. Keep it small: each bound node has one. */
export interface BoundTarget {
  readonly compiled: CompiledBinding;
  /** The next one on the same element. */
  readonly next: BoundTarget | null;
  /** What the owner wrote, as far as it is known. Undefined before it was read. */
  original: string | null | undefined;
  /** What we wrote, as it reads back. Undefined while the target is as the owner wrote it. */
  written: string | null | undefined;
  /** How often what we wrote was undone and written again in the last moment. `retries.ts` counts. */
  retries: number;
}
