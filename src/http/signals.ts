/** What operators and their tools send to a running program. */
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

export type Signal = (typeof signals)[number];

let wantsReload = false;

/**
 * Before the program is ready, there is nothing to end in order. It may have read its data before a SIGHUP, so it has to
 * read them again.
 */
let obey = (signal: Signal): void => {
  if (signal === 'SIGHUP') wantsReload = true;
  else process.exit(0);
};

/**
 * Handles the signals in place of Node, which exits at each of them. Call it before anything that takes time: systemd
 * takes an exit by SIGHUP for success, and does not start the program again.
 */
export function catchSignals(): void {
  for (const signal of signals) process.on(signal, () => obey(signal));
  // Node ignores SIGPIPE. Without a listener, a write to a closed pipe would end the process with an error.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/** From now on `handler` gets the signals, and an earlier SIGHUP at once. */
export function obeySignals(handler: (signal: Signal) => void): void {
  obey = handler;
  if (wantsReload) handler('SIGHUP');
}
