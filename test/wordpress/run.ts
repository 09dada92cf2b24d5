import { skipSuite } from '../support/closing-line.ts';
import { chromium, findOrInstallBrowser } from '../support/find-browser.ts';
import { runVitest } from '../support/run-vitest.ts';
import { describeVersions, installMissingPrograms, searchPath } from './find-programs.ts';

/** `npm test -- wordpress`: the plugin in a WordPress of its own, and what every proxy promises against its route. */
process.exitCode = testWordPress() ? 0 : 1;

function testWordPress(): boolean {
  const missing = installMissingPrograms();
  if (missing.length > 0)
    return skipSuite(
      'wordpress',
      `${missing.join(', ')} must be installed, and only root on Debian can install what is missing`,
    );
  console.log(`With ${describeVersions()}`);
  const browser = findOrInstallBrowser(chromium);
  return runVitest('wordpress', ['--config', 'test/wordpress/vitest.config.ts', ...process.argv.slice(2)], {
    environment: { ...process.env, PATH: searchPath, CHROMIUM_PATH: browser },
  });
}
