/** For tests of pages and code that use Geolet. Neither Playwright nor Vitest needs to be installed. */
export { browserOf, type BrowserOptions } from './browser-of.ts';
export { type AnswerAs, answerAs, visitorFixture, type VisitorFixture } from './playwright.ts';
export type { VisitorWords } from './test-visitor.ts';
export type { TestPrices } from './test-prices.ts';
export { type TestOptions, visitAs } from './visit-as.ts';
