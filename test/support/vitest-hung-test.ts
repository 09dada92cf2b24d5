import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { endRun } from './end-run.ts';

interface Limits {
  /** How long a file may take to be imported, or a hook. */
  readonly outsideTestsMs: number;
  /** For the thread to say that a test took too long. */
  readonly graceMs: number;
}

/**
 * Ends a run of Vitest in which a file reports nothing for longer than its tests may take. Vitest's own limit is a timer
 * in the thread of the test: code that blocks this thread is never ended by it.
 */
export default class VitestHungTest implements Reporter {
  #vitest: Vitest | undefined;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ended = new Set<string>();
  readonly #limits: Limits;

  constructor({ outsideTestsMs = 600_000, graceMs = 60_000 }: Partial<Limits> = {}) {
    this.#limits = { outsideTestsMs, graceMs };
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleQueued(module: TestModule): void {
    this.#expectMoreOf(module);
  }

  onTestModuleCollected(module: TestModule): void {
    this.#expectMoreOf(module);
  }

  onTestCaseReady({ module }: TestCase): void {
    this.#expectMoreOf(module);
  }

  onTestCaseResult({ module }: TestCase): void {
    this.#expectMoreOf(module);
  }

  onTestModuleEnd({ id }: TestModule): void {
    clearTimeout(this.#timers.get(id));
    this.#ended.add(id);
  }

  #expectMoreOf(module: TestModule): void {
    // On a busy machine Vitest tells of a test's end after that of its file.
    if (this.#ended.has(module.id)) return;
    clearTimeout(this.#timers.get(module.id));
    const limits = waitingTestsOf(module).map(({ options }) => options.timeout ?? 0);
    const limitMs = Math.max(this.#limits.outsideTestsMs, ...limits) + this.#limits.graceMs;
    this.#timers.set(
      module.id,
      setTimeout(() => this.#end(module, limitMs), limitMs),
    );
  }

  #end(module: TestModule, limitMs: number): never {
    // A thread reports a tenth of a second late, so the first may have ended.
    const first = waitingTestsOf(module).slice(0, 3);
    const names = first.map(({ fullName }) => fullName).join('; ') || 'none';
    const path = relative(process.cwd(), module.moduleId);
    const message = `It reported nothing for ${limitMs / 1000} s, and the run was ended. Its first tests without a result: ${names}`;
    console.error(`${path} hangs. ${message}`);
    const { outputFile } = this.#vitest?.config ?? {};
    const output = typeof outputFile === 'object' ? outputFile['json'] : undefined;
    if (output) writeFileSync(output, this.#report({ name: path, status: 'failed', message }));
    endRun();
  }

  /** What the JSON reporter writes only at the end of a run. */
  #report(failed: object): string {
    const modules = this.#vitest?.state.getTestModules() ?? [];
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]);
    return JSON.stringify({ numPassedTests: passed.length, testResults: [failed] });
  }
}

function waitingTestsOf(module: TestModule): readonly TestCase[] {
  return [...module.children.allTests('pending')];
}
