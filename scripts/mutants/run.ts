import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type GuardGroup, groups } from './guards.ts';
import { compare, parseListedSurvivors, readReport } from './report.ts';

/**
 * `npm test -- mutants [names of guards or files …]`: changes what guards, one small change at a time, and says which
 * change no test notices.
 */
const stryker = resolve('scripts/mutants/node_modules/@stryker-mutator/core/bin/stryker.js');
const list = 'scripts/mutants/survivors.json';

const wanted = process.argv.slice(2);
const isWanted = (guard: string, file: string) =>
  wanted.length === 0 || wanted.includes(guard) || wanted.some((part) => file.endsWith(`/${part}.ts`));
const chosen = groups
  .map((group) => ({ ...group, guards: group.guards.filter(({ file }) => isWanted(group.name, file)) }))
  .filter((group) => group.guards.length > 0);
if (chosen.length === 0)
  fail(
    `There is no guard of that name. The guards are ${groups.map(({ name }) => name).join(', ')}, or a file's name without .ts.`,
  );

const start = performance.now();
const results = chosen.map(mutate);
const files = new Set(chosen.flatMap(({ guards }) => guards.map(({ file }) => file)));
const listed = parseListedSurvivors(readFileSync(list, 'utf8')).filter(({ file }) => files.has(file));
const survivors = results.flatMap((result) => result.survivors);
const { unexplained, gone } = compare(survivors, listed);

for (const { file, code, replacement, reason } of listed) console.log(`${file}: ${code} → ${replacement}\n  ${reason}`);
for (const { file, line, code, replacement, isCovered } of unexplained)
  console.error(`${file}:${line} ${isCovered ? 'survived' : 'is not covered'}: ${code} → ${replacement}`);
for (const { file, code, replacement } of gone)
  console.error(`${file}: ${list} lists what does not survive: ${code} → ${replacement}`);
const mutants = results.reduce((sum, result) => sum + result.mutants, 0);
console.log(
  `${mutants} mutants of ${files.size} files: ${mutants - survivors.length} killed, ${survivors.length - unexplained.length} listed with a reason, ${unexplained.length} unexplained; ${((performance.now() - start) / 60_000).toFixed(1)} minutes`,
);
process.exitCode = unexplained.length + gone.length > 0 ? 1 : 0;

function mutate({ name, guards, tests }: GuardGroup) {
  const folder = `.cache/mutants/${name}`;
  const report = `${folder}/report.json`;
  mkdirSync(folder, { recursive: true });
  const configuration = {
    mutate: guards.map(({ file, range }) => (range === undefined ? file : `${file}:${range}`)),
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    disableTypeChecks: false,
    // Stryker reads this file with a function that TypeScript 7 no longer has.
    tsconfigFile: 'none.json',
    // A mutant that never ends is found by how often it runs; a slow machine must not count as a test that failed.
    timeoutMS: 30_000,
    tempDirName: `${folder}/copy`,
    ignorePatterns: ['dist', 'lib', 'data', 'test-results'],
    reporters: ['progress', 'json'],
    jsonReporter: { fileName: report },
    logLevel: 'warn',
    warnings: { slow: false },
  };
  writeFileSync(`${folder}/stryker.json`, JSON.stringify(configuration));
  const { status } = spawnSync(process.execPath, [stryker, 'run', `${folder}/stryker.json`], {
    stdio: 'inherit',
    env: { ...process.env, MUTANTS_TESTS: tests.join() },
  });
  if (status !== 0) fail(`Stryker did not run to its end over ${name}.`);
  return readReport(JSON.parse(readFileSync(report, 'utf8')));
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(2);
}
