import { buildWidget, installFolder } from '../../scripts/prepare.ts';
import { runVitest } from '../support/run-vitest.ts';
import { installMissingPrograms, searchPath } from '../wordpress/find-programs.ts';

interface SuiteOnSurfaces {
  /** Folders whose packages it needs besides those of the Workers. */
  readonly packages?: readonly string[];
  /** For Vitest. */
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Builds, installs what the surfaces need, and runs a suite on all of them: WordPress where it is, or can be. */
export function runOnSurfaces(suite: string, { packages = [], args = [], environment }: SuiteOnSurfaces): boolean {
  const isReady = ['test/workers', ...packages].every((folder) => installFolder(folder)) && buildWidget();
  if (!isReady) return false;
  const missing = installMissingPrograms();
  if (missing.length > 0) console.log(`Without WordPress, which needs ${missing.join(', ')}.`);
  return runVitest(suite, ['--config', `test/${suite}/vitest.config.ts`, ...args], {
    environment: {
      ...process.env,
      ...environment,
      PATH: searchPath,
      GEOLET_WORDPRESS: missing.length > 0 ? 'no' : 'yes',
    },
  });
}
