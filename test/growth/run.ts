import { runVitest } from '../support/run-vitest.ts';

/** `npm run test:growth`: no input of any kind costs more than its size. */
process.exitCode = runVitest('growth', ['--config', 'test/growth/vitest.config.ts', ...process.argv.slice(2)]) ? 0 : 1;
