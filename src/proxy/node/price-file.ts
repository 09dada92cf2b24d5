import { readFileSync, statSync } from 'node:fs';
import { attempt } from '../../rules/attempt.ts';
import { parsePriceBook } from '../../rules/money/price-book.ts';
import { refuseOption } from '../refuse-option.ts';

/** How long a file counts as unchanged. A server may write many pages in a second. */
const restMs = 1000;

/**
 * Prices change more often than a server starts. So a file that has changed is read again, and one that cannot be used
 * by then leaves the last prices as they are.
 *
 * @returns a function that gives the price book as the file has it.
 * @throws a SettingError for a file that cannot be used at the start.
 */
export function pricesIn(path: string | undefined): (() => unknown) | undefined {
  if (path === undefined) return undefined;
  let prices = readPrices(path);
  if (!parsePriceBook(prices))
    return refuseOption(
      'pagesPrices',
      `is ${JSON.stringify(path)}, which is not a readable file of prices`,
      'write the path of a JSON file such as { "asterisk": "USD 149, IN: USD 99" }',
    );
  let changed = changeOf(path);
  let checkedMs = Date.now();
  return () => {
    if (Math.abs(Date.now() - checkedMs) < restMs) return prices;
    checkedMs = Date.now();
    const last = changeOf(path);
    if (last === changed) return prices;
    const read = readPrices(path);
    if (parsePriceBook(read)) [prices, changed] = [read, last];
    return prices;
  };
}

function readPrices(path: string): unknown {
  return attempt(() => JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as unknown);
}

/** By more than its time: a copy may have the time of the file that it takes the place of. */
function changeOf(path: string): string | undefined {
  return attempt(() => {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  });
}
