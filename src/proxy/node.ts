/** The proxy as a program: reads its settings from the environment, serves, and stops in order at a signal. */
import { catchSignals } from './node/signals.ts';

catchSignals();
await import('./node/program.ts');
