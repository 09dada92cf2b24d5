import type { Own } from '../native.ts';
import type { BoundSlot } from './bound-slot.ts';

/**
 * Reads a slot of an element that a script has brought. It may be a copy of an element that we have written: then it
 * carries our value as if the owner had written it, and the original is that of the element it was copied from.
 */
export function readAsCopy(element: Own, bound: BoundSlot): string | null | undefined {
  const { slot, lastWritten: copiedFrom } = bound.compiled;
  const current = slot.read(element, copiedFrom?.written);
  if (copiedFrom && current !== undefined && copiedFrom.written === current) {
    bound.original = copiedFrom.original;
    bound.written = copiedFrom.written;
  }
  return current;
}
