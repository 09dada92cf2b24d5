import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter';
import { closeSuite } from './closing-line.ts';

/** Ends a run of Playwright with the closing line that the other suites have. */
export default class PlaywrightClosingLine implements Reporter {
  readonly #tests = new Set<TestCase>();
  readonly #suite: string;

  constructor({ suite }: { readonly suite: string }) {
    this.#suite = suite;
  }

  onTestEnd(test: TestCase): void {
    this.#tests.add(test);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const withOutcome = (...outcomes: string[]) => [...this.#tests].filter((test) => outcomes.includes(test.outcome()));
    const nameOf = (test: TestCase) => test.titlePath().filter(Boolean).join(' › ');
    const messageOf = (test: TestCase) =>
      test.results
        .flatMap(({ errors }) => errors.map(({ message = '', snippet = '' }) => `${message}\n${snippet}`))
        .join('\n');
    const projects = new Set([...this.#tests].map((test) => test.parent.project()?.name ?? ''));
    console.log();
    const isGood = closeSuite([this.#suite, ...projects].filter((name) => name !== '' && name !== 'core').join('-'), {
      passed: withOutcome('expected').length,
      failed: withOutcome('unexpected', 'flaky').map((test) => ({ name: nameOf(test), message: messageOf(test) })),
      skipped: withOutcome('skipped').map(nameOf),
    });
    return { status: isGood ? status : 'failed' };
  }
}
