/**
 * How much is read of what comes from outside: pages, feeds, files, addresses. Whoever writes one says how much there is
 * of everything in it, and must not say how long its reader works.
 */
export const readingLimits = {
  /** Of a file with few values, such as exchange rates. */
  fileBytes: 1_000_000,
  /** Of a page, and of what it names. More is no page that visitors wait for. */
  pageBytes: 5_000_000,
  /** Of a feed. */
  feedBytes: 50_000_000,
  /** Elements of XML in each other. Each level costs time, and what programs write is not that deep. */
  levels: 100,
  /** Prices of one list in the price book. A list may be asked for by every element of a page. */
  prices: 1_000,
  /** Characters of a visitor in words. */
  visitorCharacters: 2_000,
  /** Steps that two lists cost together, such as rules and elements: some tenths of a second. */
  steps: 200_000,
} as const;

/** Counts what two lists cost together. */
export class StepBudget {
  #left: number = readingLimits.steps;

  get isSpent(): boolean {
    return this.#left < 0;
  }

  spend(steps: number): void {
    this.#left -= steps;
  }
}
