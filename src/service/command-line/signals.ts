/** The signals that operators and their tools send to a running service. */
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

export type Signal = (typeof signals)[number];

let wantsReload = false;

/**
 * Before the service is ready, there is nothing to shut down. It may have read its data before the SIGHUP, so it reads
 * them again.
 */
let handle = (signal: Signal): void => {
  if (signal === 'SIGHUP') wantsReload = true;
  else process.exit(0);
};

/**
 * Handles the signals in place of Node, which exits at each of them. Call it before anything slow: systemd counts an
 * exit by SIGHUP as clean, and would not restart the service.
 */
export function catchSignals(): void {
  for (const signal of signals) process.on(signal, () => handle(signal));
  // Node ignores SIGPIPE. Without a listener, a write to a closed pipe would end the process with an error.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/** From now on `handler` gets the signals, and an earlier SIGHUP at once. */
export function handleSignals(handler: (signal: Signal) => void): void {
  handle = handler;
  if (wantsReload) handler('SIGHUP');
}
