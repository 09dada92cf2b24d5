import type { Core } from '../../api/core.ts';
import { native } from '../../dom/native.ts';

const minuteMs = 60_000;

/** An element that the clock updates. */
export interface Clocked extends Element {
  requestUpdate(): void;
}

/**
 * Updates an element once: at the next full minute if it is visible then, else as soon as it becomes visible. The
 * element calls again to go on. No timer runs for other elements or in a hidden tab.
 */
export type MinuteClock = (element: Clocked) => void;

/** @param now the present time. The page may be tried at another, and the browser's clock may be wrong. */
export function createMinuteClock({ visitor, signal }: Core, now: () => number): MinuteClock {
  const waiting = new WeakSet<Element>();
  const seen = new Set<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      // Without a box of its own it is never in sight, but what it shows may be.
      if (isIntersecting || getComputedStyle(target).display === 'contents') {
        seen.add(target);
        // It may have missed minutes while it was out of sight.
        update(target);
      } else seen.delete(target);
    }
    arm();
  });

  function arm(): void {
    clearTimeout(timer);
    // 50 ms late, since timers may be early.
    timer = seen.size && !native(document).hidden ? setTimeout(tick, minuteMs - (now() % minuteMs) + 50) : undefined;
  }

  function tick(): void {
    for (const element of seen) update(element);
    arm();
  }

  function update(element: Element): void {
    if (waiting.delete(element)) (element as Clocked).requestUpdate();
    else {
      observer.unobserve(element);
      seen.delete(element);
    }
  }

  native(document).addEventListener('visibilitychange', () => (native(document).hidden ? arm() : tick()));
  // From the back/forward cache, where no timer ran.
  addEventListener('pageshow', ({ persisted }) => persisted && tick());
  // Paper shows what is out of sight, too.
  addEventListener('beforeprint', visitor.reconsider, { signal });

  return (element) => {
    waiting.add(element);
    observer.observe(element);
  };
}
