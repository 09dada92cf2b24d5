import { inertGeolet } from '../library/inert-geolet.ts';
import type { Geolet } from '../widget/api/api.ts';
import { createEvent } from '../widget/api/events.ts';
import { publish } from '../widget/boot/publish.ts';
import { runningGeolet } from '../widget/api/running-geolet.ts';
import { readTestPrices, type TestPrices } from './test-prices.ts';
import { createTestGeolet, dispatch, dispatchChange, inert } from './test-geolet.ts';
import { readTestVisitor, type VisitorWords } from './test-visitor.ts';

/**
 * Every Geolet that code under test may hold, for instance in a `const` of a module. All of them become the visitor
 * of the latest call.
 */
const held = new Set<Geolet>([inertGeolet]);

export interface TestOptions {
  /** The price book that `geolet.price('sku: …')` reads. Default none. */
  readonly prices?: TestPrices | undefined;
  /**
   * Where the page knows the visitor from. `header`: a header of its own response, which gives the country, the state if
   * the words name one, and what follows from them. Default `network`.
   */
  readonly source?: 'network' | 'header';
}

/**
 * Gives code under test a Geolet with a known visitor, as `window.geolet` and as the result of `startGeolet()`.
 *
 * It answers by the real rules, follows `override`, `reset` and `consent`, and fires `geo-ready` and `geo-change` if
 * there is a document. It makes no request, stores nothing and leaves markup alone. A `slow` visitor is known only
 * after `refresh()`. Every Geolet that was returned before becomes this visitor, and fires `geo-change`. One that the
 * code has started itself ends. `destroy()` makes it one that knows nothing, as on a server.
 *
 * @throws TypeError for words, and in `matches` for conditions, that are not understood, and for prices that are no
 *   book.
 */
export function visitAs(words: VisitorWords = 'unknown', { prices, source = 'network' }: TestOptions = {}): Geolet {
  const made = createTestGeolet(readTestVisitor(words), readTestPrices(prices), source, end);
  const running = runningGeolet();
  const previous = running?.visitor;
  if (running && !held.has(running)) running.destroy();
  const geolet = running ?? inertGeolet;
  held.add(geolet);
  become(made);
  publish(geolet);
  queueMicrotask(() => {
    const { visitor } = made;
    dispatch(createEvent('geo-ready', { visitor, source: visitor?.source ?? 'none' }));
    if (running) dispatchChange(previous, visitor);
  });
  return geolet;
}

function end(): void {
  if (globalThis.geolet && held.has(globalThis.geolet)) globalThis.geolet = undefined;
  become(inert);
}

/** Copies descriptors, so that getters stay getters. */
function become(made: Geolet): void {
  for (const geolet of held) Object.defineProperties(geolet, Object.getOwnPropertyDescriptors(made));
}
