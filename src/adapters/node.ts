/** The proxy as a program: reads its settings from the environment, serves, and stops in order at a signal. */
import { hasRequiredNode } from '../http/required-node.ts';
import { catchSignals } from '../http/signals.ts';

if (hasRequiredNode()) {
  catchSignals();
  const { runProxyProgram } = await import('./node/proxy-program.ts');
  await runProxyProgram();
}
