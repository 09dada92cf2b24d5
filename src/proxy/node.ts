/** The proxy as a program: reads its settings from the environment, serves, and ends in order when it is told to. */
import { catchSignals } from './node/signals.ts';

catchSignals();
await import('./node/program.ts');
