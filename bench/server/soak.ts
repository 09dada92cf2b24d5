import { median } from '../median.ts';
import { load } from './load.ts';
import { visitor as visitorOf } from './proxy.ts';
import { geolet as service, visitor as questionOf } from './service.ts';
import { startProgram } from './start-program.ts';
import type { LoadRequest, Program } from './suite.ts';

/** A program under load for minutes, with faults meanwhile. */
interface Soak {
  readonly name: string;
  readonly program: Program;
  readonly upstream?: Program;
  readonly request: (index: number) => LoadRequest;
  /** Every status that the documentation has for these requests. */
  readonly documented: readonly number[];
}

export interface Soaked {
  readonly name: string;
  readonly requests: number;
  readonly statuses: Readonly<Record<number, number>>;
  readonly undocumented: number;
  /** Responses about another visitor. */
  readonly wrong: number;
  /** Used heap in megabytes after forced collection, at the end of each minute. */
  readonly heapMegabytes: readonly number[];
  readonly residentMegabytes: readonly number[];
}

export interface SoakPace {
  readonly minutes: number;
  readonly repeats: number;
}

const connections = 50;
const visitors = 200_000;

/**
 * Who asks as number `index`. Neighbours in turn are not neighbours in the address space: what is kept of a run of them
 * is then about the same countries at any time, and weighs the same. A euro sign alone doubles the memory of the text
 * it is in.
 */
const visitorNumber = (index: number): number => (index * 7919) % visitors;

const soaks: readonly Soak[] = [
  {
    name: 'proxy, in front of a service on a bad day',
    program: { name: 'Geolet', file: 'bench/server/proxy-geolet.ts' },
    upstream: { name: 'faulty service', file: 'bench/server/faulty-upstream.ts' },
    // More visitors than the cache keeps, so that it is full and forgets all the time.
    request: (index) => visitorOf(visitorNumber(index)),
    documented: [200, 502, 503, 504],
  },
  {
    name: 'service, with requests that are wrong',
    program: service,
    request(index) {
      const { path, headers, expected } = questionOf(visitorNumber(index));
      if (index % 20 === 1) return { path: `${path}/x`, headers };
      if (index % 20 === 2) return { path, headers: { ...headers, 'x-visitor-ip': '0177.0.0.1' } };
      return {
        path,
        headers: index % 20 === 3 ? { ...headers, 'user-agent': `Mozilla/5.0 (${index})` } : headers,
        ...(expected !== undefined && { expected }),
      };
    },
    documented: [200, 400, 404],
  },
];

/**
 * Runs every soak as often as asked. The repeats run beside each other, each in a process of its own: what is measured
 * is memory, not speed.
 */
export async function soak({ minutes, repeats }: SoakPace): Promise<Soaked[]> {
  const soaked: Soaked[] = [];
  for (const one of soaks)
    soaked.push(...(await Promise.all(Array.from({ length: repeats }, () => run(one, minutes)))));
  return soaked;
}

async function run({ name, program, upstream, request, documented }: Soak, minutes: number): Promise<Soaked> {
  const asked = upstream && (await startProgram(upstream, undefined));
  const running = await startProgram(program, asked?.url);
  const statuses: Record<number, number> = {};
  const heapMegabytes: number[] = [];
  const residentMegabytes: number[] = [];
  let requests = 0;
  let wrong = 0;
  try {
    for (let minute = 1; minute <= minutes; minute++) {
      const answered = await load(running.url, {
        request,
        connections,
        requests: Infinity,
        until: performance.now() + 60_000,
        from: requests,
      });
      requests += answered.requests;
      wrong += answered.wrong;
      for (const [status, count] of Object.entries(answered.statuses))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
      const { memory } = await running.usage('memory');
      heapMegabytes.push(memory.heapUsed / 1e6);
      residentMegabytes.push(memory.rss / 1e6);
    }
  } finally {
    running.stop();
    asked?.stop();
  }
  const undocumented = Object.entries(statuses).reduce(
    (sum, [status, count]) => (documented.includes(Number(status)) ? sum : sum + count),
    0,
  );
  return { name, requests, statuses, undocumented, wrong, heapMegabytes, residentMegabytes };
}

/** Heap at the end as a multiple of the heap when everything that is kept is full. */
export function growthOf({ heapMegabytes }: Soaked): number {
  return (heapMegabytes.at(-1) ?? Number.NaN) / (heapMegabytes[Math.min(1, heapMegabytes.length - 1)] ?? Number.NaN);
}

export function soakLines(soaked: readonly Soaked[]): string[] {
  const head = [
    'program',
    'requests',
    'answers',
    'undocumented',
    'about another visitor',
    'heap MB at minute 2',
    'at the end',
    '×',
    'resident MB at the end',
  ];
  const rows = soaked.map((one) => [
    one.name,
    one.requests,
    Object.entries(one.statuses)
      .map(([status, count]) => `${count} of ${status}`)
      .join(', '),
    one.undocumented,
    one.wrong,
    one.heapMegabytes[Math.min(1, one.heapMegabytes.length - 1)]?.toFixed(1),
    one.heapMegabytes.at(-1)?.toFixed(1),
    growthOf(one).toFixed(3),
    one.residentMegabytes.at(-1)?.toFixed(0),
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
}

/**
 * What misses a goal: heap at most 1.05 times in the median of the repeats, no wrong visitor, no undocumented status.
 */
export function soakFailures(soaked: readonly Soaked[]): string[] {
  return [...new Set(soaked.map(({ name }) => name))].flatMap((name) => {
    const repeats = soaked.filter((one) => one.name === name);
    const growth = median(repeats.map(growthOf));
    return [
      ...(growth > 1.05 ? [`${name}: ${growth.toFixed(3)} times the heap of minute 2, goal 1.05`] : []),
      ...repeats.flatMap(({ undocumented, wrong }) => [
        ...(undocumented > 0 ? [`${name}: ${undocumented} answers with an undocumented status`] : []),
        ...(wrong > 0 ? [`${name}: ${wrong} answers about another visitor`] : []),
      ]),
    ];
  });
}
