import { expect, it } from 'vitest';
import { scriptTasks } from '../../../bench/page/trace.ts';

/** @param entries name, beginning and duration in milliseconds; all on the page's main thread. */
function trace(...entries: readonly (readonly [name: string, at: number, ms: number, tid?: number])[]): string {
  return JSON.stringify({
    traceEvents: [
      ...entries.map(([name, at, ms, tid = 1]) => ({
        ph: 'X',
        name,
        pid: 1,
        tid,
        ts: at * 1000,
        dur: ms * 1000,
        tdur: ms * 1000,
      })),
      { ph: 'M', name: 'thread_name', pid: 1, tid: 1, ts: 0, args: { name: 'CrRendererMain' } },
    ],
  });
}

it("a call within a task is the task's, and counts once", () => {
  expect(scriptTasks(trace(['TimerFire', 0, 10], ['FunctionCall', 1, 8], ['TimerFire', 20, 5]))).toEqual([10, 5]);
});

it('what runs after an await counts', () => {
  expect(scriptTasks(trace(['TimerFire', 0, 1], ['BlinkScheduler_PerformMicrotaskCheckpoint', 2, 9]))).toEqual([1, 9]);
});

it('style and layout that a script asked for are not script', () => {
  expect(scriptTasks(trace(['TimerFire', 0, 10], ['UpdateLayoutTree', 1, 2], ['Layout', 4, 3]))).toEqual([5]);
});

it('style and layout after a script take nothing from it, and other threads do not count', () => {
  expect(scriptTasks(trace(['TimerFire', 0, 10], ['Layout', 11, 30], ['FunctionCall', 50, 7, 2]))).toEqual([10]);
});
