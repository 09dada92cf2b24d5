/**
 * An entry of https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU with a beginning and a
 * duration, in microseconds.
 */
interface Entry {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time, not clock time: other work of the machine does not count. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Where script is entered. The browser's own sum leaves out what runs after an `await`. */
const script =
  /^(TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|EvaluateScript|v8\.evaluateModule|v8\.callFunction|FunctionCall|RunMicrotasks|BlinkScheduler_PerformMicrotaskCheckpoint)$/;
/** Work of the browser that script causes. */
const layout = /^(UpdateLayoutTree|Layout)$/;

/**
 * @returns milliseconds of script in each task of the page's main thread, in order, less the layout that it asked for.
 */
export function scriptTasks(trace: string): number[] {
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly Entry[] };
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  const entries = traceEvents
    .filter((entry) => entry.ph === 'X' && mainThreads.has(threadOf(entry)))
    .toSorted((left, right) => left.ts - right.ts || (right.dur ?? 0) - (left.dur ?? 0));
  const tasks: number[] = [];
  let [scriptEnd, layoutEnd] = [0, 0];
  for (const { name, ts, dur = 0, tdur = 0 } of entries) {
    if (script.test(name) && ts >= scriptEnd) {
      tasks.push(tdur / 1000);
      scriptEnd = ts + dur;
    } else if (layout.test(name) && ts < scriptEnd && ts >= layoutEnd) {
      tasks[tasks.length - 1] = (tasks.at(-1) ?? 0) - tdur / 1000;
      layoutEnd = ts + dur;
    }
  }
  return tasks;
}

const threadOf = ({ pid, tid }: Entry): string => `${pid} ${tid}`;
