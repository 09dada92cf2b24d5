import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSite } from '../../demo/site/build.ts';
import { folderResponse } from '../../src/command-line/folder-response.ts';
import { toNodeListener } from '../../src/proxy/node/listener.ts';
import { closeSuite, type FailedTest } from '../support/closing-line.ts';
import { chromium, findOrInstallBrowser } from '../support/find-browser.ts';
import { listen } from '../support/loopback.ts';
import { startService } from '../support/service.ts';

/**
 * `npm test -- lighthouse`: what Lighthouse gives the built site. Three categories have a limit; performance depends on
 * the machine, so the median of five is only printed, with `-- --performance`.
 */
const limits: Readonly<Record<string, number>> = { accessibility: 95, 'best-practices': 95, seo: 95 };
/** One page of each kind. */
const pages = ['index.html', 'playground.html', 'docs/index.html', 'docs/markup.html'];
const runs = 5;

const folder = mkdtempSync(join(tmpdir(), 'geolet-lighthouse-'));
const service = await startService();
await buildSite(folder, { upstream: service.url, key: service.key });
await service.stop();
// Hosts of files compress text.
const server = createServer(
  toNodeListener(async (request) => compressed(await folderResponse(folder, pathOf(request)))),
);
const url = await listen(server);

if (process.argv.includes('--performance')) await printPerformance();
else await testLimits();
server.close();
server.closeAllConnections();
rmSync(folder, { recursive: true, force: true });

async function testLimits(): Promise<void> {
  let passed = 0;
  const failed: FailedTest[] = [];
  for (const page of pages) {
    const scores = await scoresOf(page, Object.keys(limits));
    for (const [category, limit] of Object.entries(limits)) {
      const score = scores[category] ?? 0;
      const isGood = score >= limit;
      if (isGood) passed++;
      else failed.push({ name: `${page}: ${category}`, message: `${score} (limit ${limit})` });
      console.log(`${isGood ? '✓' : '✗'} ${page}: ${category} ${score} (limit ${limit})`);
    }
  }
  process.exitCode = closeSuite('lighthouse', { passed, failed, skipped: [] }) ? 0 : 1;
}

async function printPerformance(): Promise<void> {
  for (const page of pages) {
    const scores: number[] = [];
    for (let run = 0; run < runs; run++) scores.push((await scoresOf(page, ['performance'])).performance ?? 0);
    const median = scores.toSorted((a, b) => a - b)[Math.floor(runs / 2)];
    console.log(`${page}: performance ${median} (median of ${scores.join(', ')})`);
  }
}

/** Of 100, by category. */
async function scoresOf(page: string, categories: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const report: unknown = JSON.parse(await lighthouse(`${url}/${page}`, categories));
  const found = (report as { categories?: Record<string, { score?: number | null }> }).categories ?? {};
  return Object.fromEntries(Object.entries(found).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
}

/** Runs the program, which is installed beside this file. @returns its report as JSON. */
async function lighthouse(address: string, categories: readonly string[]): Promise<string> {
  const program = new URL('node_modules/lighthouse/cli/index.js', import.meta.url).pathname;
  const browserRun = spawn(
    process.execPath,
    [
      program,
      address,
      '--quiet',
      '--output=json',
      '--no-enable-error-reporting',
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    {
      env: { ...process.env, CHROME_PATH: findOrInstallBrowser(chromium) ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let report = '';
  for await (const chunk of browserRun.stdout) report += String(chunk);
  return report;
}

function pathOf(request: { readonly url: string }): string {
  return new URL(request.url).pathname;
}

type FolderResponse = Awaited<ReturnType<typeof folderResponse>>;

function compressed(response: FolderResponse): FolderResponse {
  if (!response.body || !/text|javascript|json|svg/.test(response.headers['content-type'] ?? '')) return response;
  return {
    ...response,
    headers: { ...response.headers, 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(response.body)),
  };
}
