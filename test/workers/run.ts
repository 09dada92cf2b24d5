import { buildWidget, installFolder } from '../../scripts/prepare.ts';
import { runVitest } from '../support/run-vitest.ts';

/** `npm test -- workers`: the proxy on Cloudflare's own runtime, workerd. */
if (!installFolder('test/workers') || !buildWidget()) process.exit(1);
process.exitCode = runVitest('workers', ['--config', 'test/workers/vitest.config.ts', ...process.argv.slice(2)])
  ? 0
  : 1;
