import type { Reporter, TestCase } from '@playwright/test/reporter';
import { closeSuite } from './closing-line.ts';
import { endRun } from './end-run.ts';

/** Longer than the longest limit of a test. */
const limitMs = 360_000;

/**
 * Ends a run of Playwright in which a test takes longer than any may. Playwright's own limit is a timer in the thread of
 * the test: code that blocks this thread is never ended by it.
 */
export default class PlaywrightHungTest implements Reporter {
  readonly #timers = new Map<TestCase, NodeJS.Timeout>();
  readonly #suite: string;

  constructor({ suite }: { readonly suite: string }) {
    this.#suite = suite;
  }

  onTestBegin(test: TestCase): void {
    this.#timers.set(
      test,
      setTimeout(() => this.#end(test), limitMs),
    );
  }

  onTestEnd(test: TestCase): void {
    clearTimeout(this.#timers.get(test));
    this.#timers.delete(test);
  }

  #end(test: TestCase): never {
    const name = test.titlePath().filter(Boolean).join(' › ');
    const message = `It hangs. The run was ended after ${limitMs / 1000} s of it.`;
    console.error(`\n${name}: ${message}`);
    closeSuite(this.#suite, { passed: 0, failed: [{ name, message }], skipped: [] });
    endRun();
  }
}
