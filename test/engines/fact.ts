import type { Page } from './page.ts';

/** Rejects where it does not hold. */
export type Proof = (page: Page) => Promise<void>;

/** Something that holds in every engine. */
export interface Fact {
  /** Lines that the console may show; any other fails the fact. */
  readonly prints?: RegExp;
  /** What the browser itself is asked for first; where it has none, the fact is skipped. */
  readonly needs?: { readonly feature: string; readonly has: () => boolean };
  readonly prove: Proof;
}

/** By a sentence in the present tense. A fact that prints and needs nothing is its proof alone. */
export type Facts = Readonly<Record<string, Proof | Fact>>;
