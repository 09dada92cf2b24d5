import type { Page } from './page.ts';

/** Something that holds in every engine. */
export interface Fact {
  /** A sentence in the present tense. */
  readonly name: string;
  /** Lines that the console may show; any other fails the fact. */
  readonly prints?: RegExp;
  /** What the browser itself is asked for first; where it has none, the fact is skipped. */
  readonly needs?: { readonly feature: string; readonly has: () => boolean };
  /** Rejects where it does not hold. */
  prove(page: Page): Promise<void>;
}
