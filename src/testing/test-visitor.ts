import { parsePreviewWords, type Preview } from '../owner/preview/preview-words.ts';

/**
 * A visitor in words, as `?geo-as=` has them: `JP`, `US-CA; device: mobile`, `unknown`, `offline`, `slow; JP`, or an
 * object.
 */
export type VisitorWords = string | Readonly<Record<string, unknown>>;

/** @throws TypeError for words that are not understood: that is a mistake of the test. */
export function readTestVisitor(words: VisitorWords): Preview {
  let mistake: string | undefined;
  const preview = parsePreviewWords(words, undefined, (_code, text) => {
    mistake = text;
  });
  if (preview) return preview;
  throw new TypeError(
    `These words do not describe a visitor: ${mistake ?? JSON.stringify(words)}. Write 'JP', 'US-CA', { country: 'JP', device: 'mobile' }, 'unknown', 'offline' or 'slow; JP'.`,
  );
}
