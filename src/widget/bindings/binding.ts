import type { Facts } from '../../rules/facts.ts';
import type { Slot } from './slot.ts';

/** What one binding wants of its slot. Compiled once for each distinct text, however many elements carry it. */
export interface Directive {
  readonly slot: Slot;
  /** For the console: the attribute as written. */
  readonly source: string;
  /** The binding that was last written by it. */
  latest: Binding | undefined;
  /** @returns undefined for "as written". */
  want(facts: Facts, locale: string): string | null | undefined;
}

/** One directive on one element, with what it needs to put the page back as it was. There are as many as bound nodes, so it is small. */
export interface Binding {
  readonly directive: Directive;
  /** The next one on the same element. */
  readonly next: Binding | null;
  /** What the owner wrote, as far as is known; undefined before it was first read. */
  original: string | null | undefined;
  /** What we wrote, as it reads; undefined while the slot is as written. */
  written: string | null | undefined;
  /** How often another script has undone what was written, in the last moment: one for a new text, three for the same again. */
  fights: number;
}
