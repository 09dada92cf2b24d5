import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/**
 * Animations and transitions that run on the page, also in shadow trees: `document.getAnimations()` leaves those out.
 * With `wait` it answers once none runs.
 */
export function runningAnimations(page: Page, { wait = false } = {}): Promise<number> {
  return page.evaluate(async (wait) => {
    const within = (root: Document | ShadowRoot): Animation[] => [
      ...root.getAnimations(),
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? within(shadowRoot) : [])),
    ];
    let running = within(document);
    while (wait && running.length) {
      await Promise.allSettled(running.map(({ finished }) => finished));
      running = within(document).filter(({ playState }) => playState === 'running');
    }
    return running.length;
  }, wait);
}

/** What axe has to say about the page once nothing moves: a colour on its way is neither the one nor the other. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: axeFile });
  await runningAnimations(page, { wait: true });
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe?: Axe };
    return axe
      ? (await axe.run()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 80)).join(', ')}`,
        )
      : ['axe did not load'];
  });
}
