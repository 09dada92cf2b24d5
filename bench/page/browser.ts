import { type Browser, type BrowserContext, type CDPSession, type Page, chromium as engine } from '@playwright/test';
import { chromium, findOrInstallBrowser } from '../../test/support/find-browser.ts';
import { scriptTasks } from './trace.ts';

/** A page with what measuring it needs. */
export interface MeasuredPage {
  readonly page: Page;
  /** @returns milliseconds of script in each of the tasks that ran meanwhile. */
  scriptDuring(act: () => Promise<void>): Promise<number[]>;
  /** Bytes on the script heap after forced collection. */
  heapBytes(): Promise<number>;
  /** Makes the processor so many times slower from now on. */
  slowDown(times: number): Promise<void>;
  /** Makes the network as slow from now on. */
  slowNetwork(network: { readonly roundTripMs: number; readonly bitsPerSecond: number }): Promise<void>;
  close(): Promise<void>;
}

export async function startBrowser(
  more: readonly string[] = ['--host-resolver-rules=MAP *.example 127.0.0.1'],
): Promise<Browser> {
  const executablePath = findOrInstallBrowser(chromium);
  if (executablePath === undefined)
    throw new Error('No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.');
  return engine.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc', ...more] });
}

/** Each in a context of its own unless one is given: nothing is remembered from another. */
export async function openPage(browser: Browser, given?: BrowserContext): Promise<MeasuredPage> {
  const context = given ?? (await browser.newContext({ locale: 'en-US' }));
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  return {
    page,
    async scriptDuring(act) {
      await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', 'toplevel'] });
      await act();
      return scriptTasks((await browser.stopTracing()).toString());
    },
    async heapBytes() {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize;
    },
    async slowDown(times) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: times });
    },
    async slowNetwork({ roundTripMs, bitsPerSecond }) {
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: roundTripMs,
        downloadThroughput: bitsPerSecond / 8,
        uploadThroughput: bitsPerSecond / 8,
      });
    },
    close: () => context.close(),
  };
}
