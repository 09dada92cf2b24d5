import { parsePriceBook } from '../rules/money/price-book.ts';
import type { PriceBook } from '../rules/money/price.ts';

/** Price lists by name, as in the settings block of a page. */
export type TestPrices = Readonly<Record<string, string | { readonly prices: string; readonly was?: string }>>;

/** @throws TypeError for what is no book, or has a list that cannot be read: that is a mistake of the test. */
export function readTestPrices(prices: TestPrices | undefined): PriceBook | undefined {
  if (prices === undefined) return undefined;
  const book = parsePriceBook(prices);
  const wrong = book?.names.find((name) => !book.find(name));
  if (book && wrong === undefined) return book;
  throw new TypeError(
    `These prices are no price book: ${wrong ?? JSON.stringify(prices)}. Write { asterisk: 'USD 149, IN: USD 99' }.`,
  );
}
