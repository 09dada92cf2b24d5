/** The proxy as a program: reads its settings from the environment, serves, and stops in order at a signal. */
import { catchSignals } from '../http/signals.ts';

catchSignals();
const { runProxyProgram } = await import('./node/proxy-program.ts');
await runProxyProgram();
