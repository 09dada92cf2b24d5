import { cpus } from 'node:os';
import { median } from '../median.ts';
import type { Measured } from './measure.ts';

/** The report of a suite: medians over the rounds, with the range of the ratios. */
export function reportLines(measured: readonly Measured[]): string[] {
  const rows = measured.map((one) => {
    const { comparison, program, goal, status: right, rounds, wrong, statuses } = one;
    const ratios = rounds.map(({ ratio }) => ratio);
    const others = Object.entries(statuses)
      .filter(([status]) => status !== String(right))
      .map(([status, count]) => `${count} of ${status}`);
    return [
      comparison,
      program,
      `${median(ratios).toFixed(2)} [${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}]`,
      goal === undefined ? '' : goal.toFixed(2),
      median(rounds.map(({ perCpuSecond }) => perCpuSecond)).toFixed(0),
      median(rounds.map(({ p50 }) => p50)).toFixed(1),
      median(rounds.map(({ p99 }) => p99)).toFixed(1),
      one.heapMegabytes.toFixed(0),
      one.residentMegabytes.toFixed(0),
      one.ownMegabytes.toFixed(0),
      one.firstAnswerSeconds.toFixed(2),
      [...others, ...(wrong > 0 ? [`${wrong} wrong`] : [])].join(', '),
    ];
  });
  const head = [
    'work',
    'program',
    '× floor [range]',
    'goal',
    'requests per CPU-second',
    'p50 ms',
    'p99 ms',
    'heap MB',
    'resident MB',
    'its own',
    'first answer s',
    'not right',
  ];
  return [
    ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`),
    ...measured.flatMap(({ program, answer }) => (answer === undefined ? [] : ['', `${program}:`, answer])),
  ];
}

/** Rows that miss their goal, got an answer of another status than theirs, or one about another visitor. */
export function failures(measured: readonly Measured[]): string[] {
  return measured.flatMap((one) => {
    const { comparison, program, goal, status: right, rounds, wrong, statuses } = one;
    const ratio = median(rounds.map((round) => round.ratio));
    const name = `${comparison}, ${program}`;
    return [
      ...(goal !== undefined && ratio < goal ? [`${name}: ${ratio.toFixed(2)} of the floor, goal ${goal}`] : []),
      ...overuse(one).map((line) => `${name}: ${line}`),
      ...(wrong > 0 ? [`${name}: ${wrong} answers about another visitor`] : []),
      ...Object.keys(statuses)
        .filter((status) => status !== String(right))
        .map((status) => `${name}: status ${status}`),
    ];
  });
}

function overuse({ limits, ownMegabytes, firstAnswerSeconds }: Measured): string[] {
  if (limits === undefined) return [];
  return [
    ...(ownMegabytes > limits.ownMegabytes
      ? [`${ownMegabytes.toFixed(0)} MB of its own, at most ${limits.ownMegabytes}`]
      : []),
    ...(firstAnswerSeconds > limits.firstAnswerSeconds
      ? [`${firstAnswerSeconds.toFixed(2)} s to the first answer, at most ${limits.firstAnswerSeconds}`]
      : []),
  ];
}

/** Where and how it was measured: ratios count, absolute figures are this machine's. */
export function machine(pace: object): Readonly<Record<string, unknown>> {
  const processors = cpus();
  return { node: process.version, processor: processors[0]?.model, cores: processors.length, ...pace };
}
