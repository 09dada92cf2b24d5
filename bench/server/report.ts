import { cpus } from 'node:os';
import { median } from '../median.ts';
import type { Measured } from './measure.ts';

/** The report of a suite: medians over the rounds, with the range of the ratios. */
export function reportLines(measured: readonly Measured[]): string[] {
  const rows = measured.map(({ comparison, program, goal, status: right, rounds, wrong, statuses, heapMegabytes }) => {
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
      heapMegabytes.toFixed(0),
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
    'not right',
  ];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
}

/** Rows that miss their goal, got an answer of another status than theirs, or one about another visitor. */
export function failures(measured: readonly Measured[]): string[] {
  return measured.flatMap(({ comparison, program, goal, status: right, rounds, wrong, statuses }) => {
    const ratio = median(rounds.map((round) => round.ratio));
    const name = `${comparison}, ${program}`;
    return [
      ...(goal !== undefined && ratio < goal ? [`${name}: ${ratio.toFixed(2)} of the floor, goal ${goal}`] : []),
      ...(wrong > 0 ? [`${name}: ${wrong} answers about another visitor`] : []),
      ...Object.keys(statuses)
        .filter((status) => status !== String(right))
        .map((status) => `${name}: status ${status}`),
    ];
  });
}

/** Where and how it was measured: ratios count, absolute figures are this machine's. */
export function machine(pace: object): Readonly<Record<string, unknown>> {
  const processors = cpus();
  return { node: process.version, processor: processors[0]?.model, cores: processors.length, ...pace };
}
