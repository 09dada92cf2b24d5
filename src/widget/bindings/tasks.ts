/** So many elements are bound at once, for the first frame. */
export const maxAtOnce = 2000;
/** The rest is bound in tasks of about this length, so that the page stays responsive. */
const taskMs = 10;
/** After how many elements the clock is read. */
const clockInterval = 50;

interface Work {
  readonly count: number;
  /** Called with each index in turn. */
  step(index: number): void;
  /** Called for each task. It has to call `run`. */
  task(run: () => void): void;
}

/** Does long work in several tasks, the first of them now. */
export function inTasks({ count, step, task }: Work): void {
  let index = 0;
  const run = () => {
    const endMs = performance.now() + taskMs;
    for (; index < count; index++) {
      if (index >= maxAtOnce && index % clockInterval === 0 && performance.now() >= endMs) return;
      step(index);
    }
  };
  const goOn = () => {
    task(run);
    if (index < count) setTimeout(goOn);
  };
  if (count) goOn();
}
