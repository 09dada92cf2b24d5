/** For tests of pages and of code that use Geolet. Nothing here needs Playwright or Vitest to be installed. */
export { browserOf, type BrowserOptions } from './browser-of.ts';
export { type AnswerAs, answerAs, visitorFixture, type VisitorFixture } from './playwright.ts';
export type { VisitorWords } from './test-visitor.ts';
export { visitAs } from './visit-as.ts';
