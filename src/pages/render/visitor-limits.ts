import type { PageLimit } from '../stream/page-limits.ts';

/** How much of a page is read for its visitor. Beyond a limit, the browser does it. */
export const visitorLimits = {
  /** Content Security Policies of a page, in its header and its `<meta>`. */
  policies: 16,
  /** Of the base of the page's links. */
  baseCharacters: 2_048,
  /** Of the page's settings. */
  settingsCharacters: 1_048_576,
  /** Of all plans of delivery that differ, each with the closures beside it. */
  planCharacters: 262_144,
} as const;

export type VisitorLimit = PageLimit | 'policies' | 'base' | 'settings';

/** Hears of a limit that a page has passed at an element of this name. */
export type Limited = (limit: VisitorLimit, tagName: string) => void;
