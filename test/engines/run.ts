import { buildWidget } from '../../scripts/prepare.ts';
import { closeSuite, skipSuite } from '../support/closing-line.ts';
import { startService } from '../support/service.ts';
import { type Engine, engines } from './engines.ts';
import { facts } from './facts.ts';
import { proveFacts } from './prove-facts.ts';

/** `npm test -- engines [chromium|firefox|webkit …]`: the same facts in every engine, one after the other. */
const wanted = process.argv.slice(2);
const chosen = engines.filter(({ name }) => !wanted.length || wanted.includes(name));

if (!buildWidget()) process.exit(1);

const service = await startService();
let isGood = chosen.length > 0;
for (const engine of chosen) isGood = (await prove(engine)) && isGood;
await service.stop();
if (!chosen.length)
  console.log(`There is no such engine. Name some of these: ${engines.map(({ name }) => name).join(', ')}.`);
process.exitCode = isGood ? 0 : 1;

async function prove({ name, prepare }: Engine): Promise<boolean> {
  try {
    const start = prepare();
    return typeof start === 'string'
      ? skipSuite(name, start)
      : closeSuite(name, await proveFacts(name, start, service));
  } catch (error) {
    console.log(`${name} does not run: ${String(error)}`);
    const failed = Object.keys(facts).map((name) => ({ name, message: String(error) }));
    return closeSuite(name, { passed: 0, failed, skipped: [] });
  }
}
