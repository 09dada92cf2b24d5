import { runVitest } from '../support/run-vitest.ts';

/** `npm test -- programs`: the programs, started as users start them. */
process.exitCode = runVitest('programs', ['--project=programs', ...process.argv.slice(2)]) ? 0 : 1;
