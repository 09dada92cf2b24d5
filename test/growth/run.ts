import { installFolder } from '../../scripts/prepare.ts';
import { runVitest } from '../support/run-vitest.ts';

/** `npm test -- growth`: no input of any kind costs more than its size, and no regular expression more than its text. */
const isReady = installFolder('test/growth', '--ignore-scripts', '--omit=optional');
process.exitCode =
  isReady && runVitest('growth', ['--config', 'test/growth/vitest.config.ts', ...process.argv.slice(2)]) ? 0 : 1;
