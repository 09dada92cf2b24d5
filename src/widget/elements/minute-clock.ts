import { native } from '../native.ts';

const minuteMs = 60_000;

/** What the clock asks of an element. */
export interface Clocked extends Element {
  requestUpdate(): void;
}

/**
 * Updates an element at the next full minute, if a visitor can see it then, and else when they do; once, so that it asks again if it
 * goes on. Nothing ticks for the rest, nor in a hidden tab.
 */
export type MinuteClock = (element: Clocked) => void;

export function createMinuteClock(): MinuteClock {
  const waiting = new WeakSet<Element>();
  const seen = new Set<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        seen.add(target);
        // What was out of sight for a while is behind.
        update(target);
      } else seen.delete(target);
    }
    arm();
  });

  function arm(): void {
    clearTimeout(timer);
    // A little late, since timers may be early.
    timer =
      seen.size && !native(document).hidden ? setTimeout(tick, minuteMs - (Date.now() % minuteMs) + 50) : undefined;
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

  return (element) => {
    waiting.add(element);
    observer.observe(element);
  };
}
