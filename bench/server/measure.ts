import { type Answered, load } from './load.ts';
import { type Running, startProgram } from './start-program.ts';
import type { Comparison, Program } from './suite.ts';

export interface Pace {
  readonly rounds: number;
  /** Per round and program. */
  readonly requests: number;
  /** Before the first round, so that the engine has compiled what runs often. */
  readonly warmUp: number;
}

export interface Round {
  readonly perCpuSecond: number;
  /** Requests per CPU-second as a multiple of the floor's in the same round. */
  readonly ratio: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Measured {
  readonly comparison: string;
  readonly program: string;
  readonly goal: number | undefined;
  /** The status of right answers. */
  readonly status: number;
  readonly rounds: readonly Round[];
  readonly statuses: Readonly<Record<number, number>>;
  readonly wrong: number;
  readonly heapMegabytes: number;
}

/** Runs floor and variants in turns, so that what else the machine does falls on all of them. */
export async function measure(comparison: Comparison, upstream: Running | undefined, pace: Pace): Promise<Measured[]> {
  const programs: ReadonlyArray<Program & { goal?: number }> = [comparison.floor, ...comparison.variants];
  const found: Array<{ rounds: Omit<Round, 'ratio'>[]; answered: Answered[] }> = programs.map(() => ({
    rounds: [],
    answered: [],
  }));
  const running: Running[] = [];
  let from = 0;
  try {
    for (const program of programs) running.push(await startProgram(program, upstream?.url));
    for (let round = -1; round < pace.rounds; round++) {
      const requests = round < 0 ? pace.warmUp : pace.requests;
      for (const [index, program] of running.entries()) {
        const used = async (): Promise<number> => {
          const own = await program.usage();
          const other = programs[index]?.countsUpstream ? await upstream?.usage() : undefined;
          return own.cpuSeconds + (other?.cpuSeconds ?? 0);
        };
        const before = await used();
        const answered = await load(program.url, {
          request: comparison.request,
          connections: comparison.connections ?? 50,
          requests,
          from,
        });
        const after = await used();
        from += requests;
        found[index]?.answered.push(answered);
        if (round >= 0) found[index]?.rounds.push(toRound(answered, after - before));
      }
    }
    const floor = found[0]?.rounds ?? [];
    const memory = await Promise.all(running.map((program) => program.usage('memory')));
    return programs.map(({ name, goal, status = 200 }, index) => ({
      comparison: comparison.name,
      program: name,
      goal,
      status,
      rounds: (found[index]?.rounds ?? []).map((round, turn) => ({
        ...round,
        ratio: round.perCpuSecond / (floor[turn]?.perCpuSecond ?? Number.NaN),
      })),
      ...countAnswers(found[index]?.answered ?? []),
      heapMegabytes: (memory[index]?.memory.heapUsed ?? Number.NaN) / 1e6,
    }));
  } finally {
    for (const program of running) program.stop();
  }
}

function toRound({ requests, seconds, milliseconds }: Answered, cpuSeconds: number): Omit<Round, 'ratio'> {
  const sorted = milliseconds.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
  return { perCpuSecond: requests / cpuSeconds, perSecond: requests / seconds, p50: at(0.5), p99: at(0.99) };
}

function countAnswers(answered: readonly Answered[]): Pick<Measured, 'statuses' | 'wrong'> {
  const statuses: Record<number, number> = {};
  for (const { statuses: counted } of answered) {
    for (const [status, count] of Object.entries(counted))
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
  }
  return { statuses, wrong: answered.reduce((sum, { wrong }) => sum + wrong, 0) };
}
