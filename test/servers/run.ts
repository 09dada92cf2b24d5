import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { describeVersions, installMissingServers, searchPath } from './find-servers.ts';
import { runInOwnNetwork } from './network.ts';

/** `npm run test:servers`: the recipes of docs/proxy-recipes.md in the web servers that they are for. */
const missing = installMissingServers();
if (missing.length > 0) skip(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not installed, and only root on Debian or Ubuntu can install what is missing`);
else {
  console.log(`With ${describeVersions()}`);
  const output = 'test-results/servers.json';
  mkdirSync('test-results', { recursive: true });
  rmSync(output, { force: true });
  const args = ['vitest', 'run', '--config', 'test/servers/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const status = runInOwnNetwork(['npx', ...args, ...process.argv.slice(2)], { ...process.env, PATH: searchPath });
  if (typeof status === 'object') skip(`the system gives no network of its own (${status.problem})`);
  else {
    console.log(`\nservers: ${count(output, 'numPassedTests')} passed, ${count(output, 'numFailedTests')} failed`);
    process.exitCode = status;
  }
}

function skip(reason: string): void {
  console.log(`servers: skipped, because ${reason}`);
}

function count(path: string, name: string): string {
  try {
    const result: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return String(Object.getOwnPropertyDescriptor(result, name)?.value ?? '?');
  } catch {
    return '?';
  }
}
