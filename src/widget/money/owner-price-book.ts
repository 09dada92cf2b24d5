import { parsePriceBook } from '../../rules/money/price-book.ts';
import type { BookState, Core } from '../api/core.ts';

const patienceMs = 10_000;

/**
 * The owner's price book, from the settings block or from the address that stands there. It is asked for on each page:
 * a price that is out of date is worse than a request, and the browser keeps the file as long as its headers allow.
 *
 * @returns a function that says what there is by now. The page updates when there is more.
 */
export function createOwnerPriceBook({ block, report, visitor, signal, isComplete }: Core): () => BookState {
  let state: BookState | undefined;

  function use(given: unknown): BookState {
    const book = parsePriceBook(given);
    if (!book) report('unusable-price-book', 'what was given is not { "name": "USD 149, IN: USD 99" }');
    return book ?? 'unusable';
  }

  async function fetchBook(address: string): Promise<void> {
    try {
      state = use(await fetchJson(address));
    } catch (error) {
      if (signal.aborted) return;
      state = 'unusable';
      report('unusable-price-book', String(error));
    }
    visitor.reconsider();
  }

  return () => {
    if (state) return state;
    const source = block('prices');
    if (source === undefined) {
      if (isComplete(document)) return 'none';
      // The parser may not have reached the block yet.
      addEventListener('DOMContentLoaded', visitor.reconsider, { once: true, signal });
      return 'pending';
    }
    state = typeof source === 'string' ? 'pending' : use(source);
    if (typeof source === 'string') void fetchBook(source);
    return state;
  };
}

async function fetchJson(address: string): Promise<unknown> {
  const url = new URL(address, location.href).href;
  const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}
