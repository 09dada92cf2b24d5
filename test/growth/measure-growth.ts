/** How the processor time of some work grows with its input. */
export interface Growth {
  /** The least time of each size, in milliseconds, smallest size first. A size that would take too long is left out. */
  readonly timesMs: readonly number[];
  /** 1 where twice the input takes twice the time, 2 where it takes four times as long; 0 where nothing is judged. */
  readonly exponent: number;
}

/** Prepares an input of a size, and returns the work with it; only the work is measured. */
export type Prepare = (size: number) => () => unknown;

/** Beyond this exponent, work costs more than its input's size. */
export const greatestExponent = 1.3;

interface Options {
  /**
   * Faster work is not judged: it delays nobody, and its time is mostly that of the garbage collector. Work that grows
   * with the square of such inputs takes seconds.
   */
  readonly floorMs?: number;
  readonly nowMs?: () => number;
}

const tooLongMs = 1_000;
/** Of one kind in all, but for the round that passes it. */
const mostMs = 12_000;
/** A growth that stays this far below the greatest is believed after two rounds, of which the first also compiles the work. */
const clearExponent = 1.15;
const fewestRounds = 4;
const mostRounds = 48;

/**
 * Measures work at n, 2n, 4n and 8n, where 8n is `largest`. On a busy machine a run can only get slower by what others
 * do, so the least of several runs is the closest to the truth; where they seem to grow too much, more rounds bring it
 * closer. It is processor time, so waiting for a turn does not count.
 */
export async function measureGrowth(
  prepare: Prepare,
  largest: number,
  { floorMs = 120, nowMs = processorTimeMs }: Options = {},
): Promise<Growth> {
  const works = [largest / 8, largest / 4, largest / 2, largest].map((size) => prepare(Math.round(size)));
  const timesMs = works.map(() => Infinity);
  let spentMs = 0;
  for (let round = 1; ; round++) {
    for (const [index, work] of works.entries()) {
      const startMs = nowMs();
      await work();
      const timeMs = nowMs() - startMs;
      timesMs[index] = Math.min(timesMs[index] ?? Infinity, timeMs);
      spentMs += timeMs;
      if (timeMs <= tooLongMs) continue;
      works.length = index + 1;
      break;
    }
    const growth = growthOf(timesMs.slice(0, works.length), floorMs);
    const enoughRounds = growth.exponent <= clearExponent ? 2 : fewestRounds;
    const isSettled = round >= enoughRounds && growth.exponent <= greatestExponent;
    if (isSettled || round >= mostRounds || spentMs > mostMs) return growth;
  }
}

/** From the two last doublings: what is the same for all sizes hides growth in the first. */
function growthOf(timesMs: readonly number[], floorMs: number): Growth {
  const [first = 0, last = 0] = [timesMs.at(-3) ?? timesMs[0], timesMs.at(-1)];
  const doublings = Math.min(2, timesMs.length - 1);
  // One size alone can take too long, and nothing is known of its growth: it is too long for what it is.
  const exponent = doublings === 0 ? Infinity : Math.log2(last / first) / doublings;
  return { timesMs, exponent: last < floorMs ? 0 : exponent };
}

function processorTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
