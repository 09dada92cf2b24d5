import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sample, shuffledSubarray } from 'fast-check';
import { type Change, onOneLine, readChanges } from './report.ts';

/**
 * `npm run make -- mutants-at-random`: changes what a visitor's browser runs in random places, one small change at a
 * time, and says which tests notice it first: unit tests, the browser's tests of the same room, or the whole core. It
 * edits the files of the checkout that it runs in and puts them back.
 */
const near: Readonly<Record<string, readonly string[]>> = {
  'src/widget/bindings': ['bindings', 'rules'],
  'src/widget/elements': ['elements', 'delivery', 'time', 'place', 'choice'],
  'src/rules/money': ['money'],
  'src/rules/conditions': ['conditions', 'bindings'],
  'src/widget/visitor': ['visitor'],
};

const { values } = parseArgs({
  options: { count: { type: 'string', default: '60' }, seed: { type: 'string', default: '38' } },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
const changes = (await Promise.all(Object.keys(near).map(changesOf))).flat();
const [chosen = []] = sample(shuffledSubarray(changes, { minLength: count, maxLength: count }), {
  seed,
  numRuns: 1,
});

const noticed = new Map<string, number>();
for (const change of chosen) {
  const by = firstToNotice(change);
  noticed.set(by, (noticed.get(by) ?? 0) + 1);
  console.log(`${by}: ${change.file}:${change.line} ${change.code} → ${onOneLine(change.replacement)}`);
}
console.log(`Seed ${seed}, ${count} of ${changes.length}:`, Object.fromEntries(noticed));

async function changesOf(room: string): Promise<readonly Change[]> {
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.generated)\.ts$/.test(name))
    .map((name) => ({ name: join(room, name), mutate: true, content: readFileSync(join(room, name), 'utf8') }));
  const { Instrumenter } = await import(
    resolve('scripts/mutants/node_modules/@stryker-mutator/instrumenter/dist/src/index.js')
  );
  const log = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  return readChanges(await new Instrumenter(log).instrument(files, options), files);
}

function firstToNotice({ file, from, to, replacement }: Change): string {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, from) + replacement + text.slice(to));
  try {
    if (fails('vitest', 'related', file, '--run', '--project=unit', '--bail=1', '--passWithNoTests')) return 'unit';
    if (fails('vite', 'build', '--app', '--logLevel=error')) return 'build';
    const [, folders = []] = Object.entries(near).find(([room]) => file.startsWith(`${room}/`)) ?? [];
    const core = ['playwright', 'test', '--project=core', '--max-failures=1'];
    if (fails(...core, ...folders.map((name) => `test/browser/${name}/`))) return 'browser, same room';
    return fails(...core) ? 'browser' : 'nobody';
  } finally {
    writeFileSync(file, text);
  }
}

/** A change that keeps a loop from ending is noticed, too. */
function fails(...command: readonly string[]): boolean {
  return spawnSync('npx', command, { stdio: 'ignore', timeout: 20 * 60_000 }).status !== 0;
}
