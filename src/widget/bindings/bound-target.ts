import type { CompiledBinding } from './compile.ts';

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

/**
 * Binds an element. Each target is put in front of those before it. So visibility, which `readBindings` lists last, is
 * written first: an element that gets hidden is hidden before its text changes.
 *
 * @returns the first of its targets; null if it has no usable binding.
 */
export function bindTargets(bindings: readonly CompiledBinding[]): BoundTarget | null {
  let next: BoundTarget | null = null;
  for (const compiled of bindings) next = { compiled, next, original: undefined, written: undefined, retries: 0 };
  return next;
}
