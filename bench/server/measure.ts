import { Connection } from './connection.ts';
import { type Answered, load } from './load.ts';
import type { Profiled } from './profile.ts';
import { type Running, startProgram } from './start-program.ts';
import type { Comparison, Limits, LoadRequest, Variant } from './suite.ts';

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
  readonly residentMegabytes: number;
  readonly ownMegabytes: number;
  /** From the start of the process to its first answer. */
  readonly firstAnswerSeconds: number;
  readonly limits: Limits | undefined;
  /** The first answer, where the comparison shows it. */
  readonly answer: string | undefined;
}

/** A program that runs, and what was found out about it. */
interface Tried {
  readonly program: Variant;
  readonly running: Running;
  readonly first: { readonly seconds: number; readonly body: string };
  readonly rounds: Omit<Round, 'ratio'>[];
  readonly answered: Answered[];
}

/**
 * Runs floor and variants in turns, so that what else the machine does falls on all of them.
 *
 * @param takeProfile gets where the time of the last round went, program by program. The figures are then not to be
 *   used: sampling costs time itself.
 */
export async function measure(
  comparison: Comparison,
  upstream: Running | undefined,
  pace: Pace,
  takeProfile?: (profiled: Profiled) => void,
): Promise<Measured[]> {
  const all: Tried[] = [];
  let from = 0;
  try {
    for (const program of [comparison.floor, ...comparison.variants])
      all.push(await start(program, upstream, comparison.request(from)));
    for (let round = -1; round < pace.rounds; round++) {
      const requests = round < 0 ? pace.warmUp : pace.requests;
      for (const one of all) {
        const endProfile = round === pace.rounds - 1 && takeProfile ? await one.running.startProfile() : undefined;
        const { answered, cpuSeconds } = await loadOne(one, upstream, comparison, { requests, from });
        if (endProfile !== undefined)
          takeProfile?.({ program: one.program.name, comparison: comparison.name, profile: await endProfile() });
        from += requests;
        one.answered.push(answered);
        if (round >= 0) one.rounds.push(toRound(answered, cpuSeconds));
      }
    }
    return await Promise.all(all.map((one) => toMeasured(one, all[0]?.rounds ?? [], comparison)));
  } finally {
    for (const { running } of all) running.stop();
  }
}

async function start(program: Variant, upstream: Running | undefined, request: LoadRequest): Promise<Tried> {
  const running = await startProgram(program, upstream?.url);
  return { program, running, first: await firstAnswer(running, request), rounds: [], answered: [] };
}

async function loadOne(
  { program, running }: Tried,
  upstream: Running | undefined,
  { request, connections = 50 }: Comparison,
  which: { readonly requests: number; readonly from: number },
): Promise<{ readonly answered: Answered; readonly cpuSeconds: number }> {
  const used = async (): Promise<number> => {
    const own = await running.usage();
    const other = program.countsUpstream ? await upstream?.usage() : undefined;
    return own.cpuSeconds + (other?.cpuSeconds ?? 0);
  };
  const before = await used();
  const answered = await load(running.url, { request, connections, ...which });
  return { answered, cpuSeconds: (await used()) - before };
}

async function toMeasured(
  { program: { name, goal, limits, status = 200 }, running, first, rounds, answered }: Tried,
  floor: readonly Omit<Round, 'ratio'>[],
  { name: comparison, showsAnswers = false }: Comparison,
): Promise<Measured> {
  const { memory, ownBytes } = await running.usage('memory');
  return {
    comparison,
    program: name,
    goal,
    status,
    rounds: rounds.map((round, turn) => ({
      ...round,
      ratio: round.perCpuSecond / (floor[turn]?.perCpuSecond ?? Number.NaN),
    })),
    ...countAnswers(answered),
    heapMegabytes: memory.heapUsed / 1e6,
    residentMegabytes: memory.rss / 1e6,
    ownMegabytes: ownBytes / 1e6,
    firstAnswerSeconds: first.seconds,
    limits,
    answer: showsAnswers ? first.body : undefined,
  };
}

async function firstAnswer({ url, startedAt }: Running, request: LoadRequest) {
  const connection = new Connection(url);
  const { body } = await connection.ask(request);
  connection.close();
  return { seconds: (performance.now() - startedAt) / 1000, body: Buffer.from(body, 'latin1').toString() };
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
