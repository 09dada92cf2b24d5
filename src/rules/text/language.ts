import { memoize } from '../memoize.ts';

const canonical = memoize((tag: string) => Intl.getCanonicalLocales(tag)[0]);

/**
 * A language as a page or a browser writes it, in the spelling that `Intl` takes: its longest part that is a tag.
 * WordPress writes `pt-PT-ao90`, and some browsers call theirs `C`, which is none.
 */
export function canonicalLanguage(written: string): string | undefined {
  let tag = written.replaceAll('_', '-');
  while (tag && !canonical(tag)) tag = tag.replace(/-?[^-]*$/, '');
  return canonical(tag);
}
