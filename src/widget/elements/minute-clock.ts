const minuteMs = 60_000;

/** Calls back each full minute for elements that a visitor can see; nothing ticks for the rest, nor in a hidden tab. */
export interface MinuteClock {
  /** @param follow undefined ends it. */
  set(element: Element, follow: (() => void) | undefined): void;
}

export function createMinuteClock(): MinuteClock {
  const waiting = new Map<Element, () => void>();
  const seen = new Set<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting && waiting.has(target)) seen.add(target);
      else seen.delete(target);
      // What was out of sight for a while is behind.
      if (isIntersecting) waiting.get(target)?.();
    }
    arm();
  });

  function arm(): void {
    clearTimeout(timer);
    // A little late, since timers may be early.
    timer = seen.size && !document.hidden ? setTimeout(tick, minuteMs - (Date.now() % minuteMs) + 50) : undefined;
  }

  function tick(): void {
    for (const element of seen) waiting.get(element)?.();
    arm();
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? arm() : tick()));

  return {
    set(element, follow) {
      if (follow && !waiting.has(element)) observer.observe(element);
      if (follow) waiting.set(element, follow);
      else if (waiting.delete(element)) {
        observer.unobserve(element);
        seen.delete(element);
      }
    },
  };
}
