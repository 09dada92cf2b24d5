import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { runTypeScript } from '../../support/run-typescript.ts';

export interface Result {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

type Environment = Readonly<Record<string, string>>;

/** Runs a command of the service to its end, in a process of its own. */
export function run(program: 'main', args: readonly string[], environment: Environment): Promise<Result> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      command(program, args),
      { env: environmentOf(environment) },
      (_error, output, errors) => resolve({ code: child.exitCode, output, errors }),
    );
  });
}

export interface StartedService {
  readonly process: ChildProcess;
  readonly url: string;
  /** What was printed until now. */
  readonly lines: readonly string[];
  /** What was logged until now, line by line. */
  readonly logged: readonly string[];
  /** Waits for a line. */
  line(pattern: RegExp): Promise<string>;
}

/** Starts the service in a process of its own and waits until it answers. Killed after the test. */
export async function start(environment: Environment): Promise<StartedService> {
  const child = spawn(process.execPath, command('main', ['start', '--port', '0']), {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  });
  const logged: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    logged.push(line);
    console.error(line);
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  let isOver = false;
  const over = once(child, 'close').then(() => (isOver = true));
  const line = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (isOver) throw new Error(`It ended, and printed no line with ${pattern}: ${[...lines, ...logged].join('\n')}`);
      await Promise.race([once(reader, 'line'), over]);
    }
  };
  const url = /http:\S+/.exec(await line(/answers at/))?.[0] ?? '';
  return { process: child, url, lines, logged, line };
}

/** From the root of the repository, as the documentation has it. */
export function command(program: string, args: readonly string[]): string[] {
  return [...runTypeScript, `src/service/command-line/${program}.ts`, ...args];
}

/** Nothing of the environment that the tests run in. */
function environmentOf(environment: Environment) {
  return { PATH: process.env['PATH'], GEO_CITY_DB: 'none', GEO_ASN_DB: 'none', ...environment };
}
