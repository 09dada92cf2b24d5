import type { VisitorRecord } from '../record/record.ts';
import { parsePreviewWords, type Preview } from '../owner/preview/preview-words.ts';

/**
 * Reads a visitor in words, as in `?geo-as=`.
 *
 * @param report called with each word that is not understood.
 * @param browser the fields that follow from the request's headers.
 */
export function readVisitor(
  words: string,
  report: (text: string) => void,
  browser: VisitorRecord = {},
): Preview | undefined {
  return parsePreviewWords(words, browser, (_code, text) => report(text));
}
