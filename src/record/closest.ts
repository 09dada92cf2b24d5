/** @returns the known word closest to a typo: at most two edits away, and fewer than half its letters. */
export function closest(typo: string, words: readonly string[]): string | undefined {
  const limit = Math.min(2, Math.floor((typo.length - 1) / 2));
  let best: string | undefined;
  let least = limit + 1;
  for (const word of words) {
    if (Math.abs(typo.length - word.length) >= least) continue;
    const distance = editDistance(typo, word);
    if (distance < least) [best, least] = [word, distance];
  }
  return best;
}

/** Whether one letter was put in, taken out, replaced, or swapped with its neighbour. Quicker than to count them. */
export function isOneAway(typo: string, word: string): boolean {
  const most = Math.min(typo.length, word.length);
  if (Math.max(typo.length, word.length) > most + 1) return false;
  let before = 0;
  while (before < most && typo[before] === word[before]) before++;
  let behind = 0;
  while (behind < most - before && typo.at(-1 - behind) === word.at(-1 - behind)) behind++;
  const [from, to] = [typo, word].map((text) => text.slice(before, text.length - behind));
  if (from === undefined || to === undefined) return false;
  const isSwapped = from.length === 2 && to.length === 2 && from[0] === to[1] && from[1] === to[0];
  return isSwapped || (from.length < 2 && to.length < 2);
}

/**
 * Letters to put in, take out, replace, or swap with their neighbour.
 * https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
 */
function editDistance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_row, i) =>
    Array.from({ length: to.length + 1 }, (_column, j) => (i && j ? 0 : i + j)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= from.length; i++) {
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const row = rows[i];
      if (row)
        row[j] = Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (same ? 0 : 1),
          swapped ? at(i - 2, j - 2) + 1 : Infinity,
        );
    }
  }
  return at(from.length, to.length);
}
