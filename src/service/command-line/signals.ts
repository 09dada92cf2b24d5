/** What operators and their tools send to a program that runs on. */
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

export type Signal = (typeof signals)[number];

let wantsReload = false;

/** Until the service is there: nothing has to be ended in order, and data are taken anyway, but perhaps from before the signal. */
let obey = (signal: Signal): void => {
  if (signal === 'SIGHUP') wantsReload = true;
  else process.exit(0);
};

/**
 * Takes the signals over from Node, which ends at each of them. Call it before anything that takes time: systemd counts an end by SIGHUP as clean, and
 * would leave the service down.
 */
export function catchSignals(): void {
  for (const signal of signals) process.on(signal, () => obey(signal));
  // Node ignores SIGPIPE; but what can't be written, because nobody reads it any more, would end the process as an error.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/** From now on `handler` gets what comes, and a SIGHUP that came before. */
export function obeySignals(handler: (signal: Signal) => void): void {
  obey = handler;
  if (wantsReload) handler('SIGHUP');
}
