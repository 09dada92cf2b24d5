import type { Own } from '../dom/native.ts';
import type { BoundTarget } from './bound-target.ts';

/**
 * Reads a target of an element that a script has brought. It may be a copy of an element that we have written: then it
 * carries our value as if the owner had written it, and the original is that of the element it was copied from.
 */
export function readAsCopy(element: Own, bound: BoundTarget): string | null | undefined {
  const { target, lastWritten: copiedFrom } = bound.compiled;
  const current = target.read(element, copiedFrom?.written);
  if (copiedFrom && current !== undefined && copiedFrom.written === current) {
    bound.original = copiedFrom.original;
    bound.written = copiedFrom.written;
  }
  return current;
}
