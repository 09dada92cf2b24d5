import { readFileSync } from 'node:fs';

/** Ends this program and all that it started, for one of them hangs and would not end by itself. */
export function endRun(): never {
  for (const pid of descendantsOf(process.pid))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  process.exit(1);
}

/** On Linux; elsewhere none are found. */
function descendantsOf(pid: number): readonly number[] {
  let children: readonly number[];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
  return children.flatMap((child) => [...descendantsOf(child), child]);
}
