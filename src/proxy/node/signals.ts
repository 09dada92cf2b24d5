/** What operators and their tools send to a running program. */
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

export type Signal = (typeof signals)[number];

/**
 * Until the proxy runs, there is nothing to end in order. SIGHUP asks to read the settings, which it is about to do.
 */
let obey = (signal: Signal): void => {
  if (signal !== 'SIGHUP') process.exit(0);
};

/**
 * Handles the signals in place of Node, which exits at each of them. Call it before anything that takes time: systemd
 * takes an exit by SIGHUP for success, and does not start the proxy again.
 */
export function catchSignals(): void {
  for (const signal of signals) process.on(signal, () => obey(signal));
  // When the reader of the output has gone, a failed write must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

export function obeySignals(handler: (signal: Signal) => void): void {
  obey = handler;
}
