import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTasks, maxAtOnce } from '../../../../src/widget/bindings/tasks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work of which each step takes so many milliseconds. @returns how many steps each task did. */
function run(count: number, stepMs: number): { readonly tasks: number[]; readonly steps: number[] } {
  const [tasks, steps]: [number[], number[]] = [[], []];
  inTasks(count, (work) => {
    const before = steps.length;
    work((index) => {
      steps.push(index);
      vi.advanceTimersByTime(stepMs);
    });
    tasks.push(steps.length - before);
  });
  return { tasks, steps };
}

describe('long work', () => {
  it('is done at once up to the first 2,000 steps', () => expect(run(maxAtOnce, 1).tasks).toEqual([maxAtOnce]));

  it('does nothing without a step', () => expect(run(0, 1).tasks).toEqual([]));

  it('goes on in later tasks, in its order and each step once', () => {
    const { tasks, steps } = run(maxAtOnce + 150, 1);
    expect(tasks).toEqual([maxAtOnce]);
    vi.runAllTimers();
    expect(tasks).toEqual([maxAtOnce, 50, 50, 50]);
    expect(steps).toEqual(Array.from({ length: maxAtOnce + 150 }, (_, index) => index));
  });
});
