/** `npm run bench [-- --part sizes,repeat,first,rewriting --loads 200 --visits 5 --rounds 5 --nodes 1000,10000,50000 --check]`: see README.md. */
import { parseArgs } from 'node:util';
import { startBrowser } from './browser.ts';
import { firstVisitSection, measureFirstVisits } from './first-visit.ts';
import { measureRepeatVisits, repeatVisitSection } from './repeat-visit.ts';
import { type Goal, keep, missed, printGoals, printSection, type Section } from './report.ts';
import { measureRewriting, measureTasks, type Rewritten, rewritingSection, tasksSection } from './rewriting.ts';
import { measureSizes, sizesSection } from './sizes.ts';
import { startSite } from './site.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'sizes,repeat,first,rewriting' },
    loads: { type: 'string', default: '200' },
    visits: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    nodes: { type: 'string', default: '1000,10000,50000' },
    check: { type: 'boolean', default: false },
  },
});
const [loads, visits, rounds, nodes] = [Number(values.loads), Number(values.visits), Number(values.rounds), values.nodes.split(',').map(Number)];

const browser = await startBrowser();
const site = await startSite();
const goals: Goal[] = [];

/** Shows a part as soon as it is measured, and keeps its raw values. */
function tell(name: string, measured: unknown, section: Section): void {
  printSection(section);
  goals.push(...section.goals);
  keep({ [name]: measured }, { loads, visits, rounds }, browser.version());
}

const parts: Readonly<Record<string, () => Promise<void> | void>> = {
  sizes() {
    const sizes = measureSizes();
    tell('sizes', sizes, sizesSection(sizes));
  },
  async repeat() {
    const measured = await measureRepeatVisits(browser, site, loads);
    tell('repeatVisit', measured, repeatVisitSection(measured));
  },
  async first() {
    const measured = await measureFirstVisits(visits);
    tell('firstVisit', measured, firstVisitSection(measured));
  },
  async rewriting() {
    const rewritten: Rewritten[] = [];
    for (const count of nodes) rewritten.push(...(await measureRewriting(browser, site, 'first', count, rounds)));
    for (const work of ['update', 'inserted', 'unrelated'] as const) rewritten.push(...(await measureRewriting(browser, site, work, 10_000, rounds)));
    tell('rewriting', rewritten, rewritingSection(rewritten));
    const tasks = await measureTasks(browser, site, rounds);
    tell('tasks', tasks, tasksSection(tasks));
  },
};

try {
  for (const name of values.part.split(',')) {
    const measure = parts[name];
    if (!measure) throw new Error(`there is no part ${name}; there are ${Object.keys(parts).join(', ')}`);
    await measure();
  }
  printGoals(goals);
  for (const line of values.check ? missed(goals) : []) {
    console.error(`Not reached: ${line}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  site.close();
}
