import { readTestVisitor, type VisitorWords } from './test-visitor.ts';

/** The part of Playwright's page that is used here. Other tests don't need Playwright's types. */
interface Page {
  route(url: (url: URL) => boolean, answer: (route: Route) => Promise<void>): Promise<unknown>;
  unroute(url: (url: URL) => boolean): Promise<void>;
  evaluate<Result>(run: () => Result): Promise<Awaited<Result>>;
  evaluate(run: (signal: Signal) => void, signal: Signal): Promise<unknown>;
  addInitScript(run: (signal: Signal) => void, signal: Signal): Promise<unknown>;
}

interface Route {
  abort(reason: string): Promise<void>;
  fulfill(response: { status: number; json: unknown }): Promise<void>;
}

/**
 * Makes the page's lookup return a visitor: `await visitor('JP')` before the page is opened. On a page that is
 * already open it looks up again, and resolves once the page has changed.
 *
 * @param endpoint the path of the lookup. Default `/geo`.
 */
export type AnswerAs = (words: VisitorWords, endpoint?: string) => Promise<void>;

/** Gives tests the fixture `visitor`: `const test = base.extend<VisitorFixture>(visitorFixture)`. */
export interface VisitorFixture {
  visitor: AnswerAs;
}

export const visitorFixture = {
  visitor: async ({ page }: { page: Page }, use: (visitor: AnswerAs) => Promise<void>): Promise<void> =>
    use(answerAs(page)),
};

/** The same as the fixture, for a page that a test has opened itself. */
export function answerAs(page: Page): AnswerAs {
  let routed: ((url: URL) => boolean) | undefined;
  let signals = 0;
  return async (words, endpoint = '/geo') => {
    const { record, slow, page: facts } = readTestVisitor(words);
    if (facts.gpc !== undefined || signals > 0) {
      signals += 1;
      const signal: Signal = { gpc: facts.gpc, count: signals };
      await page.addInitScript(setSignal, signal);
      await page.evaluate(setSignal, signal);
    }
    if (routed) await page.unroute(routed);
    routed = ({ pathname }) => pathname === endpoint;
    await page.route(routed, async (route) => {
      // The test may have left the page meanwhile.
      if (slow) await page.evaluate(untilReady).catch(() => {});
      if (record) await route.fulfill({ status: 200, json: record });
      else await route.abort('internetdisconnected');
    });
    await page.evaluate(refresh);
  };
}

interface Signal {
  /** Undefined for what the browser has itself. */
  readonly gpc: boolean | undefined;
  /** Playwright promises no order of scripts, so the last visitor has the highest number. */
  readonly count: number;
}

/** Runs in the page. Playwright has no option for Global Privacy Control. */
function setSignal({ gpc, count }: Signal): void {
  const latest = Symbol.for('geolet/testing signal');
  if (Number(Reflect.get(globalThis, latest)) > count) return;
  Reflect.set(globalThis, latest, count);
  if (gpc === undefined) Reflect.deleteProperty(navigator, 'globalPrivacyControl');
  else Object.defineProperty(navigator, 'globalPrivacyControl', { value: gpc, configurable: true });
}

/** Runs in the page. A slow response comes after `geo-ready`. */
async function untilReady(): Promise<void> {
  await globalThis.geolet?.ready;
}

/** Runs in the page. */
async function refresh(): Promise<void> {
  await globalThis.geolet?.refresh?.();
}
