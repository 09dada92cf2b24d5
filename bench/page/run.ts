/** `npm run bench`: see ../README.md. */
import { parseArgs } from 'node:util';
import { benches } from '../benches.ts';
import { startBrowser } from './browser.ts';
import { buildBefore, buildNow } from './builds.ts';
import { contentsSection, measureContents } from './contents.ts';
import { firstFramesSection, measureFirstFrames } from './first-frames.ts';
import { firstVisitSection, measureFirstVisits } from './first-visit.ts';
import { headerSection, measureHeader } from './header.ts';
import { measureRepeatVisits, repeatVisitSection } from './repeat-visit.ts';
import {
  type Goal,
  goalsText,
  machineOf,
  missed,
  readResults,
  type Section,
  sectionText,
  writeResults,
} from './report.ts';
import { measureRewriting, measureTasks, type Rewritten, rewritingSection, tasksSection } from './rewriting.ts';
import { measureRules, rulesSection } from './rules.ts';
import { measureSizes, sizesSection } from './sizes.ts';
import { startSite } from './site.ts';
import { measureSlowPhone, slowPhoneSection } from './slow-phone.ts';

const { values } = parseArgs({ options: benches.page.options });
const [loads, visits, rounds] = [Number(values.loads), Number(values.visits), Number(values.rounds)];

interface Part {
  measure(): Promise<unknown>;
  /** Makes the report from raw values, of this run or an earlier one. */
  toSection(values: unknown): Section;
}

const part = <Values>(measure: () => Promise<Values>, toSection: (values: Values) => Section): Part => ({
  measure,
  toSection: (values) => toSection(values as Values),
});

const parts: Readonly<Record<string, Part>> = {
  sizes: part(async () => measureSizes(), sizesSection),
  contents: part(() => measureContents(browser, site), contentsSection),
  frames: part(
    () => measureFirstFrames(values.engines.split(','), before ? [now, before.build] : [now], loads),
    firstFramesSection,
  ),
  repeat: part(() => measureRepeatVisits(browser, site, loads), repeatVisitSection),
  first: part(() => measureFirstVisits(visits), firstVisitSection),
  phone: part(() => measureSlowPhone(browser, visits * 3, now, before?.build), slowPhoneSection),
  header: part(() => measureHeader(visits * 3), headerSection),
  rewriting: part(async () => {
    const rewritten: Rewritten[] = [];
    for (const count of values.nodes.split(',').map(Number))
      rewritten.push(...(await measureRewriting(browser, site, 'first', count, rounds)));
    for (const work of ['update', 'inserted', 'unrelated'] as const)
      rewritten.push(...(await measureRewriting(browser, site, work, 10_000, rounds)));
    return rewritten;
  }, rewritingSection),
  rules: part(() => measureRules(browser, site, rounds), rulesSection),
  tasks: part(() => measureTasks(browser, site, rounds), tasksSection),
};

const now = buildNow();
const before = values.before === undefined ? undefined : buildBefore(values.before);
const browser = await startBrowser();
const site = await startSite();
try {
  const goals: Goal[] = [];
  for (const name of values.part.split(',')) {
    const part = parts[name];
    if (!part) throw new Error(`there is no part ${name}; there are ${Object.keys(parts).join(', ')}`);
    const result = {
      machine: machineOf(browser.version(), { loads, visits, rounds, ...(before && { before: before.commit }) }),
      values: await part.measure(),
    };
    const section = part.toSection(result.values);
    console.log(sectionText(section));
    goals.push(...section.goals);
    const results = { ...readResults(), [name]: result };
    writeResults(results, reportOf(results));
  }
  console.log(goalsText(goals));
  for (const line of values.check ? missed(goals) : []) {
    console.error(`Not reached: ${line}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  site.close();
  before?.remove();
}

/** All that was measured last, as it is printed. */
function reportOf(results: ReturnType<typeof readResults>): string {
  const sections = Object.entries(parts).flatMap(([name, { toSection }]) =>
    results[name] ? [{ ...toSection(results[name].values), machine: results[name].machine }] : [],
  );
  const tables = sections.map(
    (section) =>
      `${sectionText(section)}\n\n${Object.entries(section.machine)
        .map(([name, value]) => `${name} ${String(value)}`)
        .join(', ')}`,
  );
  return `# The last run\n\nWritten by \`npm run bench\`; [how it is measured](../README.md).\n${[...tables, goalsText(sections.flatMap(({ goals }) => goals))].join('\n')}\n`;
}
