import type { Facts } from '../facts.ts';

/** Enough for the prices of a shop that one visitor looks at. */
const maxTexts = 1000;

/**
 * What the platform writes for a price or a name. Each text is written only once: the first use of `Intl` in a page
 * takes longer than writing a thousand nodes.
 *
 * @param question all that the answer depends on.
 */
export function platformText(
  question: readonly (string | number)[],
  { platformTexts }: Facts,
  ask: () => string | undefined,
): string | undefined {
  const key = question.join();
  const remembered = platformTexts?.get(key);
  if (remembered) return remembered;
  const text = ask();
  if (text && platformTexts) {
    // Converted prices change each day, so old texts would pile up. Those still in use are written again.
    if (platformTexts.size >= maxTexts) platformTexts.clear();
    platformTexts.set(key, text);
  }
  return text;
}
