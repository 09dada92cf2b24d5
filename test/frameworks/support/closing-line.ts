import type { Reporter, TestCase } from '@playwright/test/reporter';

/** The last line of a run, in the form of the other suites. */
export default class ClosingLine implements Reporter {
  readonly #tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.#tests.add(test);
  }

  onEnd(): void {
    const count = (...outcomes: string[]) => [...this.#tests].filter((test) => outcomes.includes(test.outcome())).length;
    console.log(`frameworks: ${count('expected')} passed, ${count('unexpected', 'flaky')} failed, ${count('skipped')} skipped`);
  }
}
