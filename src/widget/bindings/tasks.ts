/** This many elements are bound at once, for the first frame. */
export const maxAtOnce = 2000;
/** The rest is bound in tasks of about this length, so that the page stays responsive. */
const taskMs = 10;
/** After how many elements the clock is read. */
const clockInterval = 50;

interface Work<Context> {
  readonly count: number;
  /** Called with each index in turn, and with what its task was given. */
  step(index: number, context: Context): void;
  /** Called for each task. It has to call `run`, with what the steps of this task need. */
  task(run: (context: Context) => void): void;
}

/** Does long work in several tasks, the first of them now. */
export function inTasks<Context>({ count, step, task }: Work<Context>): void {
  let index = 0;
  const run = (context: Context) => {
    const endMs = performance.now() + taskMs;
    for (; index < count; index++) {
      if (index >= maxAtOnce && index % clockInterval === 0 && performance.now() >= endMs) return;
      step(index, context);
    }
  };
  const goOn = () => {
    task(run);
    if (index < count) setTimeout(goOn);
  };
  if (count) goOn();
}
