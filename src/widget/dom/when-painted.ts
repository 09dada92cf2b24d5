import { attempt } from '../../rules/attempt.ts';

/**
 * Calls back once the page has been painted, and maybe once more: what can wait is asked for after that. Not in a
 * browser that tells nothing of it.
 */
export function whenPainted(then: () => void): void {
  attempt(() => new PerformanceObserver(then).observe({ type: 'paint', buffered: true }));
}
