import type { Server } from 'node:http';
import { exit } from 'node:process';
import { listen } from '../../http/listen.ts';
import { obeySignals, type Signal } from '../../http/signals.ts';
import { print as printOut, printable, printError } from '../../http/terminal.ts';
import { createResponder, type ProxyOptions } from '../proxy.ts';
import type { NodeSettings } from './environment.ts';
import { createNodeServer, drain, toNodeListener } from './index.ts';
import { createPagesListener } from './pages.ts';

/** A program that visitors ask: `geolet proxy`, or `geolet serve`. */
export interface Program {
  readonly settings: Omit<NodeSettings, 'environment'>;
  /** Lines about the settings, for the owner. */
  readonly warnings: readonly string[];
  /** Lines that are printed below the address, once the program listens. */
  readonly lines?: readonly string[];
  /** Reads data again at SIGHUP. A program without it has nothing to read. */
  readonly reload?: () => Promise<void>;
  /** Called when a signal begins the end. */
  readonly drain?: () => void;
  /** Called when the last response was sent. */
  readonly close?: () => Promise<void>;
  /** More that `/geolet-ready` says. */
  readonly facts?: () => Readonly<Record<string, unknown>>;
}

/**
 * Runs until a signal ends it. What stops the start is printed as one line, and the process exits with 1.
 *
 * @param name begins each line, such as `geolet proxy`.
 */
export async function runProgram(name: string, open: () => Promise<Program>): Promise<void> {
  const print = (line: string): void => printError(`${name}: ${printable(line)}`);
  try {
    const program = await open();
    for (const line of program.warnings) print(line);
    const { proxy, host, port } = program.settings;
    if ((await proxy.files?.('geolet.js', [])) === undefined)
      print(
        'there is no geolet.js to serve. In the repository, npm run build makes it; GEOLET_FILES names another folder.',
      );
    const server = createServer(program);
    const address = await listen(server, host, port).catch((error: unknown) => failToListen(error, host, port));
    obeySignals((signal) => obey(signal, program, server, print));
    printOut([`${name}: ${address}${proxy.path ?? '/geo'}`, ...(program.lines ?? [])].join('\n'));
  } catch (error) {
    stop(error, print);
  }
}

/** Prints one line without a stack: the reader is the owner, and the sentence says what to do. */
function stop(error: unknown, print: (line: string) => void): never {
  print(error instanceof Error ? error.message : String(error));
  return exit(1);
}

function createServer({ settings: { proxy, pages }, facts }: Program): Server {
  const listener = pages ? createPagesListener(proxy, pages) : toNodeListener(createResponder(proxy));
  return createNodeServer(listener, {
    bodies: !!pages,
    behindServers: isBehindServers(proxy),
    ...(facts && { facts }),
  });
}

function isBehindServers({ trust = 'none' }: ProxyOptions): boolean {
  return trust !== 'none';
}

function failToListen(error: unknown, host: string, port: number): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`It can't listen at ${host}, port ${port} (${reason}). Choose others with HOST and PORT.`);
}

/**
 * SIGTERM drains. SIGINT ends without a drain, also during one. Responses under way finish, however many signals come.
 */
function obey(signal: Signal, program: Program, server: Server, print: (line: string) => void): void {
  if (signal === 'SIGHUP' && program.reload !== undefined) return void program.reload();
  if (signal === 'SIGHUP')
    return print('SIGHUP changes nothing: settings are read at the start. A restart takes new ones.');
  program.drain?.();
  void drain(server, signal === 'SIGTERM' ? program.settings.drainSeconds * 1000 : 0)
    .then(() => program.close?.())
    .then(() => exit(0));
}
