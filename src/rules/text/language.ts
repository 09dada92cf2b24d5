import { memoize } from '../memoize.ts';

const canonical = memoize((tag: string) => Intl.getCanonicalLocales(tag)[0]);

/**
 * A language as a page or a browser writes it, in the spelling that `Intl` takes: its longest part that is a tag.
 * WordPress writes `pt-PT-ao90`, and some browsers call theirs `C`, which is none.
 */
export function canonicalLanguage(written: string): string | undefined {
  // No tag is longer: https://www.rfc-editor.org/rfc/rfc5646#section-4.4.1
  let tag = written.slice(0, 100).replaceAll('_', '-');
  while (tag && !canonical(tag)) tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')));
  return canonical(tag);
}
