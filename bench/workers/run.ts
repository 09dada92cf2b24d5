/** `npm run bench:workers`: what a written page costs on workerd. See ../README.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { Miniflare } from '../../test/workers/packages.ts';
import { benches } from '../benches.ts';
import { median } from '../median.ts';
import { findWorkerd } from './workerd-process.ts';

/** For 300 kB with 200 bound elements. */
const mostCpuMs = 10;
/** As a multiple of two passes of `HTMLRewriter`. */
const mostTimes = 1.5;
const bytesOfRound = 12_000_000;
const warmUp = 60;
const sizes = [30_000, 300_000, 1_000_000] as const;
const ways = ['copied', 'native', 'geolet'] as const;

const { values } = parseArgs({ options: benches.workers.options });

const script = await bundle('bench/workers/writing-page.ts');
const measured: Awaited<ReturnType<typeof measure>>[] = [];
for (const size of sizes) for (const way of ways) measured.push(await measure(size, way));

const bundles = { withPages: sizeOf(await bundle('test/workers/fixtures/pages.ts')) };
console.log(
  [
    '| page | way | CPU ms | memory at most, MB |',
    '| --- | --- | --- | --- |',
    ...measured.map(
      ({ size, way, cpuMs, peakMegabytes }) =>
        `| ${size / 1_000} kB | ${way} | ${median(cpuMs).toFixed(1)} | ${peakMegabytes.toFixed(0)} |`,
    ),
    `\nThe whole Worker: ${(bundles.withPages.bytes / 1_000).toFixed(0)} kB, ${(bundles.withPages.compressed / 1_000).toFixed(0)} kB compressed.`,
  ].join('\n'),
);
mkdirSync(new URL('../results/', import.meta.url), { recursive: true });
writeFileSync(
  new URL('../results/workers.json', import.meta.url),
  `${JSON.stringify({ measured, bundles }, undefined, 1)}\n`,
);
if (values.check) tell();

function tell(): void {
  const cpuOf = (size: number, way: string): number =>
    median(measured.find((one) => one.size === size && one.way === way)?.cpuMs ?? []);
  const missed = sizes
    .filter((size) => cpuOf(size, 'geolet') > mostTimes * cpuOf(size, 'native'))
    .map((size) => `${size / 1_000} kB: more than ${mostTimes} times two passes of HTMLRewriter`);
  if (cpuOf(300_000, 'geolet') > mostCpuMs) missed.push(`300 kB: more than ${mostCpuMs} ms`);
  for (const line of missed) console.error(`Not reached: ${line}`);
  if (missed.length > 0) process.exitCode = 1;
}

async function measure(size: number, way: string) {
  // A workerd for each, so that none finds the memory of another.
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-04-01', bindings: {}, cf: {} });
  try {
    await worker.ready;
    const workerd = findWorkerd();
    const write = async (times: number): Promise<void> => {
      const response = await worker.dispatchFetch(`http://bench.example/?way=${way}&size=${size}&times=${times}`, {});
      const bytes: unknown = await response.json();
      if (typeof bytes !== 'number' || bytes < 0.9 * size * times) throw new Error(`${way} lost a part of its pages.`);
    };
    await write(warmUp);
    const times = Math.round(bytesOfRound / size);
    const cpuMs: number[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const before = workerd.cpuMs();
      await write(times);
      cpuMs.push((workerd.cpuMs() - before) / times);
    }
    return { size, way, cpuMs, peakMegabytes: workerd.peakMegabytes() };
  } finally {
    await worker.dispose();
  }
}

/** As wrangler would bundle it. */
async function bundle(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, ssr: file, target: 'es2022', minify: true },
    ssr: { noExternal: true, target: 'webworker' },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk] = output !== undefined && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} became no script.`);
  return chunk.code;
}

function sizeOf(code: string): { readonly bytes: number; readonly compressed: number } {
  return { bytes: Buffer.byteLength(code), compressed: brotliCompressSync(code).length };
}
