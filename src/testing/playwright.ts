import { readTestVisitor, type VisitorWords } from './test-visitor.ts';

/** What of Playwright's page is used, so that its types need not be installed for tests of other kinds. */
interface Page {
  route(url: (url: URL) => boolean, answer: (route: Route) => Promise<void>): Promise<unknown>;
  unroute(url: (url: URL) => boolean): Promise<void>;
  evaluate<Result>(run: () => Result): Promise<Awaited<Result>>;
}

interface Route {
  abort(reason: string): Promise<void>;
  fulfill(response: { status: number; json: unknown }): Promise<void>;
}

/**
 * Makes the page's look-up answer as somebody's: `await visitor('JP')` before the page is opened. On a page that is open already it asks
 * anew, and resolves once the page has followed.
 *
 * @param endpoint the path that the page asks. Default `/geo`.
 */
export type AnswerAs = (words: VisitorWords, endpoint?: string) => Promise<void>;

/** With it a test has `visitor`: `const test = base.extend<VisitorFixture>(visitorFixture)`. */
export interface VisitorFixture {
  visitor: AnswerAs;
}

export const visitorFixture = {
  visitor: async ({ page }: { page: Page }, use: (visitor: AnswerAs) => Promise<void>): Promise<void> =>
    use(answerAs(page)),
};

/** What the fixture gives, for a page that a test has opened by itself. */
export function answerAs(page: Page): AnswerAs {
  let routed: ((url: URL) => boolean) | undefined;
  return async (words, endpoint = '/geo') => {
    const { record, slow } = readTestVisitor(words);
    if (routed) await page.unroute(routed);
    routed = ({ pathname }) => pathname === endpoint;
    await page.route(routed, async (route) => {
      // A page that is left meanwhile needs no answer.
      if (slow) await page.evaluate(untilReady).catch(() => {});
      if (record) await route.fulfill({ status: 200, json: record });
      else await route.abort('internetdisconnected');
    });
    await page.evaluate(askAnew);
  };
}

/** Both run in the page. A slow answer is one that comes after the page has given up waiting for it. */
async function untilReady(): Promise<void> {
  await globalThis.geolet?.ready;
}

async function askAnew(): Promise<void> {
  await globalThis.geolet?.refresh?.();
}
