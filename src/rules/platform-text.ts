import type { Facts } from './facts.ts';

/** The prices of a shop that a visitor looks at. */
const maxTexts = 1000;

/**
 * What the platform writes for a price or a name. It is asked only where nobody remembers: the first use of `Intl` in a page
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
  let text = platformTexts?.get(key);
  if (!text && (text = ask()) && platformTexts) {
    // Converted prices are others each day: what nobody asks for any more makes room, and the rest is asked for once more.
    if (platformTexts.size >= maxTexts) platformTexts.clear();
    platformTexts.set(key, text);
  }
  return text;
}
