import { type Browser, type CDPSession, type Page, chromium as engine } from '@playwright/test';
import { chromium, findOrInstallBrowser } from '../../test/support/find-browser.ts';

/** A page with what measuring it needs. */
export interface MeasuredPage {
  readonly page: Page;
  /** Seconds of script that the page has run so far. */
  scriptSeconds(): Promise<number>;
  /** Bytes on the script heap after forced collection. */
  heapBytes(): Promise<number>;
  close(): Promise<void>;
}

export async function startBrowser(more: readonly string[] = ['--host-resolver-rules=MAP *.example 127.0.0.1']): Promise<Browser> {
  const executablePath = findOrInstallBrowser(chromium);
  if (executablePath === undefined) throw new Error('No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.');
  return engine.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc', ...more] });
}

/** Each in a context of its own: nothing is remembered from another. */
export async function openPage(browser: Browser): Promise<MeasuredPage> {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  // The processor's time, not the clock's: what else the machine does is not the page's.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    async scriptSeconds() {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
    },
    async heapBytes() {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize;
    },
    close: () => context.close(),
  };
}
