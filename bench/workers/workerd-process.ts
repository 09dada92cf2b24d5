import { readdirSync, readFileSync } from 'node:fs';

/** What a process of workerd has used, as Linux counts it: a Worker's own clock stands still while it works. */
export interface WorkerdProcess {
  cpuMs(): number;
  peakMegabytes(): number;
}

/** @throws where this process has started no workerd, or the system has no `/proc`. */
export function findWorkerd(): WorkerdProcess {
  const id = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOwnWorkerd(name));
  if (id === undefined) throw new Error('No process of workerd was found. This bench needs Linux.');
  return {
    cpuMs() {
      // User and system time, in ticks of ten milliseconds. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
      const fields = fieldsOf(id);
      return 10 * (Number(fields[11]) + Number(fields[12]));
    },
    peakMegabytes: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1_000,
  };
}

function isOwnWorkerd(id: string): boolean {
  try {
    return Number(fieldsOf(id)[1]) === process.pid && readFileSync(`/proc/${id}/comm`, 'utf8').trim() === 'workerd';
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** Those behind the name, which may have blanks. */
function fieldsOf(id: string): string[] {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
