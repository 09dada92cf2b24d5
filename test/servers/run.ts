import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { describeVersions, installMissingServers, searchPath } from './find-servers.ts';
import { openNetwork } from './network.ts';

/** `npm run test:servers`: the recipes of docs/proxy-recipes.md in the web servers that they are for. */
const missing = installMissingServers();
const network = missing.length > 0 ? { problem: `${missing.join(', ')} must be installed, and only root on Debian or Ubuntu can install what is missing` } : openNetwork();
if ('problem' in network) console.log(`servers: skipped, because ${network.problem}`);
else {
  console.log(`With ${describeVersions()}`);
  const output = 'test-results/servers.json';
  mkdirSync('test-results', { recursive: true });
  rmSync(output, { force: true });
  const args = ['vitest', 'run', '--config', 'test/servers/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  process.exitCode = network.run(['npx', ...args, ...process.argv.slice(2)], { ...process.env, PATH: searchPath });
  network.close();
  console.log(`\nservers: ${count(output, 'numPassedTests')} passed, ${count(output, 'numFailedTests')} failed`);
}

function count(path: string, name: string): string {
  try {
    const result: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return String(Object.getOwnPropertyDescriptor(result, name)?.value ?? '?');
  } catch {
    return '?';
  }
}
