import { execFile } from 'node:child_process';
import { Agent, get } from 'node:http';
import { promisify } from 'node:util';
import { median } from '../median.ts';
import { bundle, startProgram } from './start-program.ts';

/** What a page costs that is written for its visitor on its way, each beside what it costs at least. */
export interface MeasuredPages {
  /** CPU milliseconds for one megabyte: read by htmlparser2 and copied by offsets, and written by Geolet. */
  readonly rewriting: ReadonlyArray<{
    readonly bound: number;
    readonly floor: readonly number[];
    readonly geolet: readonly number[];
  }>;
  /** Milliseconds to the first byte, from the pages' server and through the proxy, with the record at hand. */
  readonly firstByte: { readonly floor: readonly number[]; readonly geolet: readonly number[] };
}

/** At 200 bound elements, as a multiple of the floor. */
const mostCpu = 3;

const mostFirstByteMs = 5;

export async function measurePages({ rounds }: { readonly rounds: number }): Promise<MeasuredPages> {
  const program = await bundle('bench/server/pages-rewriting.ts');
  const rewriting = [];
  for (const bound of [0, 200, 2000]) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, String(4 * rounds), String(bound)]);
    const { floor, geolet } = JSON.parse(stdout) as Record<'floor' | 'geolet', number[]>;
    rewriting.push({ bound, floor, geolet });
  }
  return { rewriting, firstByte: await measureFirstByte(40 * rounds) };
}

async function measureFirstByte(requests: number): Promise<MeasuredPages['firstByte']> {
  const service = await startProgram({ name: 'service', file: 'bench/server/floor-upstream.ts' }, undefined);
  const origin = await startProgram({ name: 'pages', file: 'bench/server/pages-origin.ts' }, undefined);
  const environment = { PAGES_URL: origin.url.href };
  const proxy = await startProgram({ name: 'Geolet', file: 'bench/server/pages-geolet.ts', environment }, service.url);
  const agent = new Agent({ keepAlive: true });
  const floor: number[] = [];
  const geolet: number[] = [];
  try {
    // The first visits bring the record, and warm all three up.
    for (let request = -requests; request < requests; request++) {
      const direct = await firstByteOf(origin.url, agent);
      const through = await firstByteOf(proxy.url, agent);
      if (!through.page.includes('Lyon') && !through.page.includes('City of'))
        throw new Error('A page was not written.');
      if (request >= 0) {
        floor.push(direct.ms);
        geolet.push(through.ms);
      }
    }
    return { floor, geolet };
  } finally {
    agent.destroy();
    for (const { stop } of [service, origin, proxy]) stop();
  }
}

function firstByteOf(url: URL, agent: Agent): Promise<{ readonly ms: number; readonly page: string }> {
  const start = performance.now();
  const headers = { accept: 'text/html', 'x-forwarded-for': '212.27.48.10' };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let ms: number | undefined;
      let page = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        ms ??= performance.now() - start;
        page += text;
      });
      response.on('end', () => resolve({ ms: ms ?? Number.NaN, page })).on('error', reject);
    }).on('error', reject);
  });
}

export function pagesLines({ rewriting, firstByte }: MeasuredPages): string[] {
  return [
    '| work | floor | Geolet | beside it | goal |',
    '| --- | --- | --- | --- | --- |',
    ...rewriting.map(({ bound, floor, geolet }) => {
      const goal = bound === 200 ? `at most ${mostCpu}×` : '';
      return `| 1 MB, ${bound} bound elements, CPU ms | ${median(floor).toFixed(1)} | ${median(geolet).toFixed(1)} | ${ratio(floor, geolet).toFixed(2)}× | ${goal} |`;
    }),
    `| first byte, ms | ${median(firstByte.floor).toFixed(1)} | ${median(firstByte.geolet).toFixed(1)} | +${behind(firstByte).toFixed(1)} ms | at most +${mostFirstByteMs} ms |`,
  ];
}

/** Rows that miss their goal. */
export function pagesFailures({ rewriting, firstByte }: MeasuredPages): string[] {
  return [
    ...rewriting
      .filter(({ bound, floor, geolet }) => bound === 200 && ratio(floor, geolet) > mostCpu)
      .map(({ floor, geolet }) => `1 MB with 200 bound elements: ${ratio(floor, geolet).toFixed(2)}× the floor`),
    ...(behind(firstByte) > mostFirstByteMs ? [`The first byte comes ${behind(firstByte).toFixed(1)} ms later`] : []),
  ];
}

function ratio(floor: readonly number[], geolet: readonly number[]): number {
  return median(geolet) / median(floor);
}

function behind({ floor, geolet }: MeasuredPages['firstByte']): number {
  return median(geolet) - median(floor);
}
