import type { BoundTarget } from './bound-target.ts';
import { hasGivenUp } from './retries.ts';

/**
 * - `leave`: do nothing.
 * - `write`: write the wanted value. What stands there is ours, or was never written by us.
 * - `rewrite`: another script has replaced what we wrote. Write again, unless a person types there, or the limit is
 *   reached.
 * - `restore`: put back what the owner wrote.
 */
export type Decision = 'leave' | 'write' | 'rewrite' | 'restore';

/**
 * Decides what to do with one target.
 *
 * @param current what stands there now.
 * @param wanted undefined for "as written".
 */
export function decide(
  bound: Pick<BoundTarget, 'written' | 'retries'>,
  current: string | null,
  wanted: string | null | undefined,
): Decision {
  const { written } = bound;
  if (wanted === undefined) return written === undefined ? 'leave' : 'restore';
  if (written === undefined || current === written) return 'write';
  return hasGivenUp(bound) ? 'leave' : 'rewrite';
}
