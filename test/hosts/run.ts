import { installFolder } from '../../scripts/prepare.ts';
import { runVitest } from '../support/run-vitest.ts';

/**
 * `npm test -- hosts`: the proxy as a function, in the local runtimes of the hosts themselves. No install script is
 * needed.
 */
const isReady = installFolder('test/hosts', '--ignore-scripts');
process.exitCode =
  isReady && runVitest('hosts', ['--config', 'test/hosts/vitest.config.ts', ...process.argv.slice(2)]) ? 0 : 1;
