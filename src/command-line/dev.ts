import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { relative, resolve } from 'node:path';
import { env, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { listen } from '../http/listen.ts';
import { catchSignals, obeySignals } from '../http/signals.ts';
import { print, printable, printError } from '../http/terminal.ts';
import { argumentProblem } from '../http/argument-problem.ts';
import { createNodeServer, drain, toNodeListener } from '../adapters/node/index.ts';
import { type GpcLevel, gpcLevels } from '../proxy/record/redact-record.ts';
import { meantVisitor } from '../rules/meant-words.ts';
import { checkPath, withCheckPage } from '../doctor/for-owners/check-listener.ts';
import { createCheckInThread } from '../doctor/for-owners/check-thread.ts';
import { createDevHandler } from './dev-handler.ts';
import { readVisitor } from './dev-visitor.ts';
import { isLoopback } from '../http/loopback.ts';

const usage = `geolet dev [folder] [--as "JP"] [--port 8080] [--host localhost]

Serves a folder (this one, when none is named) with the widget at /geolet.js, and a /geo that answers as the visitor you choose.
No proxy, no key.

  --as     the visitor that /geo responds for: "JP", "US-CA", "country: JP; city: Osaka", "US-CA; gpc", "unknown", "offline", "slow; JP"
  --port   the next free one from 8080, unless named here
  --host   localhost, unless other machines are to see it

Any page can be tried as another visitor with ?geo-as=JP in its address. With "gpc", and for a browser that sends Global
Privacy Control, /geo names the country alone, as a proxy does; with GEOLET_GPC=state in the environment the state, too.`;

/** Serves until it gets a signal. */
export async function runDev(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.help) return print(usage);
  const folder = resolve(positionals[0] ?? '.');
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) fail(`there is no folder ${folder}.`);
  const words = values.as ?? defaultWords();
  if (!readVisitor(words, (text) => printError(`geolet dev: ${JSON.stringify(text)} is not a visitor.`))) {
    const meant = meantVisitor(words);
    if (meant) fail(`did you mean --as ${JSON.stringify(meant)}?`);
    fail('write --as "JP", "US-CA", "country: JP; city: Osaka", "unknown", "offline" or "slow; JP".');
  }

  catchSignals();
  const host = values.host ?? 'localhost';
  const gpc = readLevel(env['GEOLET_GPC'] ?? 'country');
  const handler = createDevHandler({ folder, words, gpc, host, report: (text) => print(`  ${text}`) });
  const listener = toNodeListener(handler);
  let checked = listener;
  const server = createNodeServer((incoming, outgoing) => checked(incoming, outgoing));
  const open = async (at: number) => new URL(await listen(server, isLoopback(host) ? '127.0.0.1' : host, at)).port;
  const port = await openPort(open, values.port === undefined ? undefined : readPort(values.port));
  // Also SIGHUP, which comes when the terminal is closed.
  obeySignals(() => void drain(server).then(() => exit(0)));
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (isLoopback(host)) checked = withOwnersCheck(listener, address);
  print(`
  Geolet serves ${printable(relative('', folder)) || 'this folder'} at ${address}/
  /geo answers as: ${printable(words)}
  Another visitor: ${address}/?geo-as=FR;city:Lyon${isLoopback(host) ? `\n  Check of a page: ${address}${checkPath}` : ''}
`);
}

/** Nobody has to know the secret on this machine: a page of another site cannot read the form. */
function withOwnersCheck(listener: RequestListener, address: string): RequestListener {
  return withCheckPage(listener, {
    origins: [address],
    isOwnHost: (host) => URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname),
    secret: randomUUID(),
    fillsSecret: true,
    check: createCheckInThread({ origins: [address] }),
    log: () => {},
  });
}

function readArguments(args: readonly string[]) {
  try {
    const read = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (read.positionals.length > 1) throw new Error(`One folder at a time, and there are ${read.positionals.length}.`);
    return read;
  } catch (error) {
    return fail(`${argumentProblem(error, ['as', 'port', 'host', 'help'])}\n\n${usage}`);
  }
}

function readLevel(text: string): GpcLevel {
  return (
    gpcLevels.find((level) => level === text) ??
    fail(`GEOLET_GPC is ${JSON.stringify(text)}: write ${gpcLevels.join(' or ')}.`)
  );
}

/** A visitor from the country in which this machine's language is mostly spoken. */
function defaultWords(): string {
  return new Intl.Locale(Intl.DateTimeFormat().resolvedOptions().locale).maximize().region ?? 'US';
}

function readPort(text: string): number {
  const port = Number(text);
  return Number.isInteger(port) && port >= 0 && port <= 65_535
    ? port
    : fail(`--port is ${JSON.stringify(text)}: give a number from 0 (any free port) to 65535.`);
}

const firstPort = 8080;

/** Tries one port after the other, or only the one that is wanted. */
async function openPort(open: (port: number) => Promise<string>, wanted: number | undefined): Promise<string> {
  for (let port = wanted ?? firstPort; ; port++) {
    try {
      return await open(port);
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!taken || wanted !== undefined || port >= firstPort + 100)
        fail(
          `can't listen at port ${port} (${error instanceof Error ? error.message : String(error)}). Choose ` +
            `another with ${taken ? '--port' : '--port or --host'}.`,
        );
    }
  }
}

function fail(message: string): never {
  printError(`geolet dev: ${message}`);
  return exit(1);
}
