import { spawnSync } from 'node:child_process';
import { skipSuite } from '../support/closing-line.ts';
import { runVitest } from '../support/run-vitest.ts';
import { describeVersions, installMissingPrograms } from './find-programs.ts';

const suite = 'screen-reader';

/** `npm test -- screen-reader`: what Orca says of pages in Firefox. */
process.exitCode = testScreenReader() ? 0 : 1;

function testScreenReader(): boolean {
  const missing = installMissingPrograms();
  if (missing.length > 0)
    return skipSuite(
      suite,
      `${missing.join(', ')} must be installed, and only root on Debian can install what is missing`,
    );
  console.log(`With ${describeVersions()}`);
  return runVitest(suite, ['--config', 'test/screen-reader/vitest.config.ts', ...process.argv.slice(2)], {
    run: runWithOwnBus,
  });
}

/** Programs find each other's accessible objects on a message bus. This one ends with the command. */
function runWithOwnBus(command: readonly string[], environment: NodeJS.ProcessEnv): number {
  return spawnSync('dbus-run-session', ['--', ...command], { stdio: 'inherit', env: environment }).status ?? 1;
}
