/** Loaded into each measured program before its own code: reports the used resources when the runner asks. */
import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';

let session: Session | undefined;

process.on('message', (question: unknown) => {
  if (question === 'start profile') return startProfile();
  if (question === 'end profile') return endProfile();
  if (question === 'memory') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, memory: process.memoryUsage(), ownBytes: ownBytes() });
});

/** Without the pages of files, which the system shares between processes, and takes when it needs them. */
function ownBytes(): number {
  try {
    return 1024 * Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return process.memoryUsage().rss;
  }
}

/** The runner is gone: so is the program. */
process.on('disconnect', () => process.exit());

function startProfile(): void {
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 250 });
  session.post('Profiler.start', () => process.send?.('started'));
}

function endProfile(): void {
  session?.post('Profiler.stop', (_error: Error | null, { profile }: Profiler.StopReturnType) => {
    process.send?.(profile);
    session?.disconnect();
  });
}
