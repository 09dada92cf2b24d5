import type { Page } from '@playwright/test';

export interface Growth {
  readonly nodes: number;
  readonly listeners: number;
  readonly heapBytes: number;
}

/** @returns what is left after a job, on the second run: the first fills the caches. Chromium's own counts, after its garbage collection. */
export async function growthOf(page: Page, job: () => Promise<void>): Promise<Growth> {
  const session = await page.context().newCDPSession(page);
  const count = async () => {
    // Weak references and observers let go in rounds.
    for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { nodes, listeners: jsEventListeners, heapBytes: usedSize };
  };
  const settle = async () => {
    let least = await count();
    for (let rounds = 0; rounds < 5; rounds++) {
      // A timer holds what it is for: the longest of ours, which counts how often an element is written, takes 100 ms.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
      const next = await count();
      if (next.nodes >= least.nodes) continue;
      least = next;
      rounds = 0;
    }
    return least;
  };
  await job();
  const before = await settle();
  await job();
  const after = await settle();
  await session.detach();
  return {
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    heapBytes: after.heapBytes - before.heapBytes,
  };
}

/** Clicks a button that takes the page's elements away and brings them back, and waits each time until that has happened. */
export async function clickThrough(page: Page, button: string, rounds: number): Promise<void> {
  await page.evaluate(
    async ({ button, rounds }) => {
      const there = () => document.querySelector('geo-text')?.shadowRoot?.textContent === 'Lyon';
      const turn = async (holds: () => boolean) => {
        document.querySelector<HTMLElement>(button)?.click();
        const end = performance.now() + 5000;
        while (!holds() || document.querySelector('.htmx-request')) {
          if (performance.now() > end) throw new Error('the page did not follow');
          await new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', resolve, { once: true });
            port1.start();
            port2.postMessage(undefined);
          });
        }
      };
      for (let round = 0; round < rounds; round++) {
        await turn(() => !document.querySelector('geo-text'));
        await turn(there);
      }
    },
    { button, rounds },
  );
}
