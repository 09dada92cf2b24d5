import { env } from 'node:process';
import { printable, printError } from '../http/terminal.ts';
import { mainProcess, ownAddress, waitUntilReady } from '../http/wait-until-ready.ts';
import type { Variables } from '../http/read-settings.ts';
import { readEnvironment } from '../adapters/node/environment.ts';

/** What `--check` and `--wait` ask for in place of a start. */
export function startMode({
  check = false,
  wait = false,
}: {
  readonly check?: boolean | undefined;
  readonly wait?: boolean | undefined;
}): 'run' | 'check' | 'wait' {
  if (check) return 'check';
  return wait ? 'wait' : 'run';
}

/**
 * `--wait`: the exit code is 0 once the program is ready that runs with these settings, and 1 when it does not get
 * ready.
 *
 * @param name begins each line, such as `geolet proxy`.
 * @param more settings that may stand in the configuration file, too.
 */
export async function waitForProgram(name: string, more: Variables = {}): Promise<void> {
  const pid = mainProcess(env['MAINPID']);
  const reason = await urlOf(more).then(
    (url) => waitUntilReady({ url, pid }),
    // The program says so itself, and ends. This must not end before it: systemd would take its end for an order.
    (error: unknown) =>
      pid === undefined
        ? `It can't be ready: ${error instanceof Error ? error.message : String(error)}`
        : waitUntilReady({ url: undefined, pid }),
  );
  if (reason === undefined) return;
  printError(`${name}: ${printable(reason)}`);
  process.exitCode = 1;
}

async function urlOf(more: Variables): Promise<URL> {
  const { host, port } = readEnvironment(env, more);
  return ownAddress(host, port, '/geolet-ready');
}
