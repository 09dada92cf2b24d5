import { placeTimezone } from '../record/place-timezone.ts';
import type { VisitorRecord } from '../record/record.ts';
import { packedCountryFields } from '../record/packed-country.ts';
import { parsePreviewWords, type Preview } from '../rules/preview-words.ts';

/**
 * A visitor in words, as in `?geo-as=`.
 *
 * @param tell called with the words that are not understood.
 * @param browser what the request says of its browser.
 */
export function readVisitor(
  words: string,
  tell: (text: string) => void,
  browser: VisitorRecord = {},
): Preview | undefined {
  const { value, mistakes } = parsePreviewWords(words, packedCountryFields, placeTimezone, browser);
  for (const { text } of mistakes) tell(text);
  return value;
}
