import { readFileSync, statSync } from 'node:fs';
import { parsePriceBook } from '../../rules/money/price-book.ts';
import { attempt } from '../../rules/attempt.ts';
import { refuseOption } from '../../http/read-settings.ts';

/** How long a file counts as unchanged. A server may write many pages in a second. */
const restMs = 1000;

/** @throws a SettingError for a file that cannot be used at the start. */
export function pricesIn(path: string | undefined): (() => unknown) | undefined {
  return valueIn(path, (prices) => !!parsePriceBook(prices), {
    option: 'pagesPrices',
    problem: 'which is not a readable file of prices',
    example: '{ "asterisk": "USD 149, IN: USD 99" }',
  });
}

/** @throws a SettingError for a file that cannot be used at the start. */
export function rulesIn(path: string | undefined): (() => unknown) | undefined {
  return valueIn(path, Array.isArray, {
    option: 'pagesRules',
    problem: 'which is not a readable file of rules',
    example: '[{ "select": "#price", "currency": "USD 49, EUR 45" }]',
  });
}

/**
 * Prices and rules change more often than a server starts. So a file that has changed is read again, and one that cannot
 * be used by then leaves the last value as it is.
 *
 * @returns a function that gives the value as the file has it.
 */
function valueIn(
  path: string | undefined,
  isUsable: (value: unknown) => boolean,
  { option, problem, example }: Readonly<Record<'option' | 'problem' | 'example', string>>,
): (() => unknown) | undefined {
  if (path === undefined) return undefined;
  let value = readJson(path);
  if (!isUsable(value))
    return refuseOption(
      option,
      `is ${JSON.stringify(path)}, ${problem}`,
      `write the path of a JSON file such as ${example}`,
    );
  let changed = changeOf(path);
  let checkedMs = Date.now();
  return () => {
    if (Math.abs(Date.now() - checkedMs) < restMs) return value;
    checkedMs = Date.now();
    const last = changeOf(path);
    if (last === changed) return value;
    const read = readJson(path);
    if (isUsable(read)) [value, changed] = [read, last];
    return value;
  };
}

function readJson(path: string): unknown {
  return attempt(() => JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as unknown);
}

/** By more than its time: a copy may have the time of the file that it takes the place of. */
function changeOf(path: string): string | undefined {
  return attempt(() => {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  });
}
