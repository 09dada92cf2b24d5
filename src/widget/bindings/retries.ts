import type { BoundTarget } from './bound-target.ts';

/** Two scripts that never agree would hang the page. A page that renders in each frame of 240 Hz stays below this. */
const maxRetries = 25;
const momentMs = 100;

type Counted = Pick<BoundTarget, 'retries'>;

/**
 * Counts that a target is written again. A script that answers each of our writes reaches the limit within a moment.
 * One that refreshes the page now and then never does: `docs/architecture/bindings.md#when-to-give-up`.
 *
 * @returns whether the limit is reached. Then the target has been given up.
 */
export function countRetry(bound: Counted): boolean {
  // A timer, not a clock: a script that answers in microtasks lets no timer run, however slow the machine is.
  if (!bound.retries) setTimeout(forgetRetries, momentMs, bound);
  bound.retries++;
  return bound.retries > maxRetries;
}

function forgetRetries(bound: Counted): void {
  if (bound.retries <= maxRetries) bound.retries = 0;
}

/** Leaves a target alone until the element is bound again, because what it led to has failed to load. */
export function giveUp(bound: Counted): void {
  bound.retries = Infinity;
}

/** Whether the target was given up because what it led to has failed to load. */
export function hasFailedToLoad({ retries }: Counted): boolean {
  return retries === Infinity;
}

export function hasGivenUp(bound: Counted): boolean {
  return bound.retries > maxRetries;
}
