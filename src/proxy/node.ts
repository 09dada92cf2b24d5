/** The proxy as a program of its own: settings from the environment, one address, an orderly end at any moment. */
import { catchSignals } from './node/signals.ts';

catchSignals();
await import('./node/program.ts');
