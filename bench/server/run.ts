/** `npm run bench:server`: see README.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benches } from '../benches.ts';
import { type Measured, type Pace, measure } from './measure.ts';
import { measurePages, pagesFailures, pagesLines } from './pages.ts';
import { type Profiled, profileLines } from './profile.ts';
import { suite as proxy } from './proxy.ts';
import { failures, machine, reportLines } from './report.ts';
import { suite as serve } from './serve.ts';
import { suite as service } from './service.ts';
import { soak, soakFailures, soakLines } from './soak.ts';
import { startProgram } from './start-program.ts';
import { suite as stores } from './stores.ts';
import type { Suite } from './suite.ts';
import { measureWordPress, wordpressFailures, wordpressLines } from './wordpress.ts';

const suites: readonly Suite[] = [proxy, service, serve, stores];

const { values } = parseArgs({ options: benches.server.options });
const pace: Pace = {
  rounds: Number(values.rounds),
  requests: Number(values.requests),
  warmUp: Number(values['warm-up']),
};

if (values.soak) {
  const pace = { minutes: Number(values.minutes), repeats: Number(values.repeats) };
  const soaked = await soak(pace);
  console.log(soakLines(soaked).join('\n'));
  write('soak', { machine: machine(pace), soaked });
  tell(soakFailures(soaked));
}

for (const suite of values.soak ? [] : suites) {
  if (values.suite !== undefined && values.suite !== suite.name) continue;
  const measured = await run(suite);
  if (measured.length === 0) continue;
  console.log([`\n${suite.name}`, ...reportLines(measured)].join('\n'));
  keep(suite.name, measured);
  tell(failures(measured));
}

if (!values.soak && (values.suite === undefined || values.suite === 'pages')) {
  const pages = await measurePages(pace);
  console.log(['\npages', ...pagesLines(pages)].join('\n'));
  write('server-pages', { machine: machine(pace), pages });
  tell(pagesFailures(pages));
}

if (!values.soak && (values.suite === undefined || values.suite === 'wordpress')) {
  const wordpress = await measureWordPress(pace.requests);
  if (wordpress !== undefined) {
    console.log(['\nwordpress', ...wordpressLines(wordpress)].join('\n'));
    write('server-wordpress', { machine: machine({ requests: pace.requests }), wordpress });
    tell(wordpressFailures(wordpress));
  }
}

function tell(missed: readonly string[]): void {
  if (!values.check || missed.length === 0) return;
  for (const line of missed) console.error(`Not reached: ${line}`);
  process.exitCode = 1;
}

async function run({ name, upstream, servers, comparisons }: Suite): Promise<Measured[]> {
  const started = await servers?.();
  if (started !== undefined && 'missing' in started) {
    console.log(`${name}: left out, because ${started.missing}`);
    return [];
  }
  Object.assign(process.env, started?.environment);
  const asked = upstream && (await startProgram(upstream, undefined));
  try {
    const measured: Measured[] = [];
    for (const comparison of comparisons) {
      if (values.comparison !== undefined && values.comparison !== comparison.name) continue;
      measured.push(...(await measure(comparison, asked, pace, values.profile ? showProfile : undefined)));
    }
    return measured;
  } finally {
    asked?.stop();
    await started?.stop();
  }
}

/** Prints where the time went, and keeps the profile for a viewer of flame graphs. */
function showProfile(profiled: Profiled): void {
  console.log(profileLines(profiled).join('\n'));
  const name = `${profiled.comparison} ${profiled.program}`.replaceAll(/[^\w]+/g, '-');
  const folder = new URL('.cache/', import.meta.url);
  writeFileSync(new URL(`${name}.cpuprofile`, folder), JSON.stringify(profiled.profile));
}

/** Raw values of a whole run; parts of a suite, and a run that was sampled, are only shown. */
function keep(name: string, measured: readonly Measured[]): void {
  if (values.comparison === undefined && !values.profile) write(`server-${name}`, { machine: machine(pace), measured });
}

function write(name: string, value: unknown): void {
  const folder = new URL('../results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(value, undefined, 1)}\n`);
}
