import { readTestVisitor, type VisitorWords } from './test-visitor.ts';

/** Options of a Playwright browser context. */
export interface BrowserOptions {
  readonly locale?: string;
  readonly timezoneId?: string;
  readonly colorScheme?: 'dark' | 'light';
  readonly extraHTTPHeaders?: { readonly 'sec-gpc': '1' };
}

/**
 * What a visitor's browser itself knows, for Playwright's `test.use(browserOf('JP'))`: language, time zone and colour
 * scheme. The conditions `language`, `timezone` and `local-time` go by these and not by the record. With `gpc` it also
 * sends Global Privacy Control to servers; in the page, `visitor()` sets it.
 */
export function browserOf(words: VisitorWords): BrowserOptions {
  const { language, timezone, color, gpc } = readTestVisitor(words).page;
  return {
    ...(language !== undefined && { locale: language }),
    ...(timezone !== undefined && { timezoneId: timezone }),
    ...((color === 'dark' || color === 'light') && { colorScheme: color }),
    ...(gpc && { extraHTTPHeaders: { 'sec-gpc': '1' } }),
  };
}
