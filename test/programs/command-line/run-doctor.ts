import { onTestFinished, vi } from 'vitest';
import { runDoctor } from '../../../src/command-line/doctor.ts';
import { type RunningProgram, startProgram } from '../running-program.ts';

type Finding = Readonly<Record<'check' | 'result' | 'text' | 'fix', string>>;

/** What a check of the doctor says, run in this process with `--json`. */
export async function findingsOf(check: string, ...args: readonly string[]): Promise<readonly Finding[]> {
  onTestFinished(() => {
    vi.restoreAllMocks();
    process.exitCode = 0;
  });
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await runDoctor([...args, '--json']);
  const { findings } = JSON.parse(String(log.mock.calls[0]?.[0])) as { readonly findings: readonly Finding[] };
  return findings.filter((finding) => finding.check === check);
}

/** The command, in a process of its own. */
export function startDoctor(...args: readonly string[]): RunningProgram {
  return startProgram(['src/command-line/main.ts', 'doctor', ...args], {});
}
