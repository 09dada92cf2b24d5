/** This many elements are bound at once, for the first frame. */
export const maxAtOnce = 2000;
/**
 * The rest is bound in tasks of about this length: half of what a page may take and still feel responsive
 * (https://web.dev/articles/optimize-long-tasks). The other half is for the layout of what was written. In shorter tasks
 * everything takes longer, since a node that has been laid out takes longer to write.
 */
const taskMs = 25;
/** After how many elements the clock is read. */
const clockInterval = 50;

/** Called for each task. It has to call `run`, with the step for this task. The step gets each index in turn. */
type Task = (run: (step: (index: number) => void) => void) => void;

/** Does long work in several tasks, the first of them now. */
export function inTasks(count: number, task: Task): void {
  let index = 0;
  const run = (step: (index: number) => void) => {
    const endMs = performance.now() + taskMs;
    // The clock is read from the start, though it counts later: an engine throws optimised code away that comes to a
    // line which never ran, and that cost a tenth of writing 10,000 nodes.
    let isOver = false;
    while (index < count && (index < maxAtOnce || !isOver)) {
      step(index++);
      isOver = index % clockInterval === 0 && performance.now() >= endMs;
    }
  };
  const goOn = () => {
    task(run);
    if (index < count) setTimeout(goOn);
  };
  if (count) goOn();
}
