/** Loaded into each measured program before its own code: reports the used resources when the runner asks. */
process.on('message', (question: unknown) => {
  if (question === 'memory') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, memory: process.memoryUsage() });
});

/** The runner is gone: so is the program. */
process.on('disconnect', () => process.exit());
