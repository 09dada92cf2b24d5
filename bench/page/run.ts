/** `npm run bench [-- --rounds 5 --nodes 1000,10000,50000 --check]`: see README.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { median } from '../median.ts';
import { startBrowser } from './browser.ts';
import { measureRewriting, type Rewritten } from './rewriting.ts';
import { measureSizes } from './sizes.ts';
import { startSite } from './site.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    nodes: { type: 'string', default: '1000,10000,50000' },
    check: { type: 'boolean', default: false },
  },
});

const browser = await startBrowser();
const site = await startSite();
try {
  const sizes = measureSizes();
  table(['file', 'bytes (brotli 11)'], sizes.map(({ file, bytes }) => [file, String(bytes)]));
  const rewritten: Rewritten[] = [];
  for (const nodes of values.nodes.split(',').map(Number)) {
    const measured = await measureRewriting(browser, site, nodes, Number(values.rounds));
    rewritten.push(...measured);
    table(['nodes', 'library', '× floor [range]', 'script ms', 'bytes kept per node'], measured.map(rowOf));
  }
  const folder = new URL('../results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const machine = { node: process.version, browser: browser.version(), processor: cpus()[0]?.model, cores: cpus().length };
  writeFileSync(new URL('page.json', folder), `${JSON.stringify({ machine, sizes, rewritten }, undefined, 1)}\n`);
  for (const { variant, nodes, goal, ratios } of values.check ? rewritten : []) {
    if (goal === undefined || median(ratios) <= goal) continue;
    console.error(`Not reached: ${variant}, ${nodes} nodes: ${median(ratios).toFixed(2)} times the floor, limit ${goal}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  site.close();
}

function rowOf({ nodes, variant, ratios, scriptMs, bytesPerNode }: Rewritten): string[] {
  const range = `[${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}]`;
  return [String(nodes), variant, `${median(ratios).toFixed(2)} ${range}`, median(scriptMs).toFixed(1), median(bytesPerNode).toFixed(0)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(['', ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)].join('\n'));
}
