import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startService } from '../support/service.ts';
import { type Engine, engines } from './engines.ts';
import { facts } from './facts.ts';
import { proveFacts } from './prove-facts.ts';

/** `npm run test:engines [chromium|firefox|webkit …]`: the same facts in every engine, one after the other. */
const wanted = process.argv.slice(2);
const chosen = engines.filter(({ name }) => !wanted.length || wanted.includes(name));

if (!existsSync(fileURLToPath(new URL('../../dist/geolet.js', import.meta.url)))) {
  spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' });
}

const service = await startService();
let proved = 0;
let failed = 0;
for (const engine of chosen) await prove(engine);
await service.stop();
if (!proved) console.log('No engine has proved anything.');
process.exitCode = failed || !proved ? 1 : 0;

async function prove({ name, prepare }: Engine): Promise<void> {
  let count = { passed: 0, failed: facts.length, skipped: 0 };
  try {
    const start = prepare();
    if (typeof start === 'string') {
      console.log(`${name}: skipped, because ${start}`);
      return;
    }
    count = await proveFacts(name, start, service);
  } catch (error) {
    console.log(`${name} does not run: ${String(error)}`);
  }
  proved += count.passed;
  failed += count.failed;
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}`);
}
