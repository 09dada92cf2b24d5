import { skipSuite } from '../support/closing-line.ts';
import { runVitest } from '../support/run-vitest.ts';
import { describeVersions, installMissingServers, searchPath } from './find-servers.ts';
import { openNetwork } from './network.ts';

/** `npm test -- servers`: the recipes of docs/proxy-recipes.md in the web servers that they are for. */
process.exitCode = testServers() ? 0 : 1;

function testServers(): boolean {
  const missing = installMissingServers();
  if (missing.length > 0)
    return skipSuite(
      'servers',
      `${missing.join(', ')} must be installed, and only root on Debian or Ubuntu can install what is missing`,
    );
  const network = openNetwork();
  if ('problem' in network) return skipSuite('servers', network.problem);
  console.log(`With ${describeVersions()}`);
  const isGood = runVitest('servers', ['--config', 'test/servers/vitest.config.ts', ...process.argv.slice(2)], {
    run: network.run,
    environment: { ...process.env, PATH: searchPath },
  });
  network.close();
  return isGood;
}
