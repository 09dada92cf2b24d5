import type { RequestListener, Server } from 'node:http';
import { exit } from 'node:process';
import { listen } from '../../http/listen.ts';
import { obeySignals, type Signal } from '../../http/signals.ts';
import { print as printOut, printable, printError } from '../../http/terminal.ts';
import { listenProblem } from '../../http/port-check.ts';
import { exitCodeFor, settingOf } from '../../http/setting-error.ts';
import { defaultPath } from '../../proxy/options.ts';
import { createResponder, type ProxyOptions } from '../../proxy/proxy.ts';
import { checkProgram, missingFiles } from './check-program.ts';
import { createNodeServer, drain, toNodeListener } from './index.ts';
import type { NodeSettings } from './environment.ts';
import { logToStandardError } from '../../proxy/log.ts';
import { createPagesListener } from '../../pages/node/pages-listener.ts';
import { checkRatesFolder, type RatesSettings } from '../../proxy/node/rates/rates-settings.ts';
import type { RenewalSurroundings } from '../../proxy/node/rates/renew-daily.ts';
import { createMetricsServer, createProgramMetrics, type ProgramMetrics } from './program-metrics.ts';
import type { OpenProgram, Program } from './open-program.ts';

/**
 * Runs until a signal ends it. What stops the start is printed, one line for each problem, and the process exits with 1,
 * or with 78 for settings: then another start would end the same way.
 *
 * @param name begins each line, such as `geolet proxy`.
 */
export async function runProgram(name: string, open: OpenProgram): Promise<void> {
  const print = (line: string): void => printError(`${name}: ${printable(line)}`);
  try {
    const program = await open();
    const { proxy, host, port, rates, warnings } = program.settings;
    if (rates) checkRatesFolder(rates);
    for (const line of warnings) print(line);
    if ((await proxy.files?.('geolet.js', [])) === undefined) print(missingFiles);
    const metrics = program.settings.metrics && measure(program);
    const server = await createServer(program, metrics);
    const lines = [
      ...(metrics ? [await serveMetrics(metrics, program.settings.metrics)] : []),
      ...(rates ? ['Rates: /geolet-rates.json'] : []),
      ...(program.settings.check ?? []).map((origin) => `Check: ${origin}/geolet-check`),
    ];
    const address = await listen(server, host, port).catch((error: unknown) => failToListen(error, host, port));
    obeySignals((signal) => obey(signal, program, server, print));
    printOut([`${name}: ${address}${proxy.path ?? '/geo'}`, ...lines, ...(program.lines ?? [])].join('\n'));
  } catch (error) {
    if (settingOf(error) !== undefined) exit(await checkProgram(name, open));
    stop(error, print);
  }
}

/** Prints one line without a stack: the reader is the owner, and the sentence says what to do. */
function stop(error: unknown, print: (line: string) => void): never {
  print(error instanceof Error ? error.message : String(error));
  return exit(exitCodeFor(error));
}

async function createServer({ settings, facts }: Program, metrics: ProgramMetrics | undefined): Promise<Server> {
  const { pages } = settings;
  const proxy = metrics ? { ...settings.proxy, observer: metrics.observer } : settings.proxy;
  const listener = pages ? createPagesListener(proxy, pages) : toNodeListener(createResponder(proxy));
  const end = new AbortController();
  const { log = logToStandardError } = proxy;
  const surroundings = { log, observer: metrics?.rates, signal: end.signal };
  const rated = settings.rates ? await withDailyRates(listener, settings.rates, surroundings) : listener;
  const counted = metrics?.count(rated) ?? rated;
  return createNodeServer(settings.check ? await withOwnersCheck(counted, proxy, settings.check) : counted, {
    bodies: !!pages,
    behindServers: isBehindServers(proxy),
    ...(facts && { facts }),
  }).once('close', () => end.abort());
}

/** What reads rates is loaded only where they are wanted. */
async function withDailyRates(
  listener: RequestListener,
  rates: RatesSettings,
  surroundings: RenewalSurroundings,
): Promise<RequestListener> {
  const [{ withRates }, { renewRatesDaily }] = await Promise.all([
    import('../../proxy/node/rates/rates-listener.ts'),
    import('../../proxy/node/rates/renew-daily.ts'),
  ]);
  void renewRatesDaily(rates, surroundings);
  return withRates(listener, rates, surroundings);
}

/** The page of the check is loaded where an owner wants it: other proxies need none of it. */
async function withOwnersCheck(
  listener: RequestListener,
  proxy: ProxyOptions,
  origins: readonly string[],
): Promise<RequestListener> {
  const [{ withCheckPage }, { createCheckInThread }] = await Promise.all([
    import('../../doctor/for-owners/check-listener.ts'),
    import('../../doctor/for-owners/check-thread.ts'),
  ]);
  const { doctorSecret = '', upstream, log = logToStandardError } = proxy;
  const hosts = origins.map((origin) => new URL(origin).host);
  return withCheckPage(listener, {
    origins,
    isOwnHost: (host) => hosts.includes(host),
    secret: doctorSecret,
    fillsSecret: false,
    check: createCheckInThread({ origins, proxy: { secret: doctorSecret, upstream } }),
    log,
  });
}

function measure({ settings: { proxy, pages, rates }, data }: Program): ProgramMetrics {
  return createProgramMetrics({
    path: proxy.path ?? defaultPath,
    hasPages: pages !== undefined,
    hasRates: rates !== undefined,
    data,
  });
}

/** Until the process ends: a drain is measured, too. @returns what to print. */
async function serveMetrics(metrics: ProgramMetrics, at: NodeSettings['metrics']): Promise<string> {
  const { host = '', port = 0 } = at ?? {};
  const server = createMetricsServer(metrics);
  const address = await listen(server, host, port).catch((error: unknown) => {
    throw new Error(listenProblem(host, port, error).message.replace('HOST and PORT', 'GEOLET_METRICS'));
  });
  server.unref();
  return `Metrics: ${address}/metrics`;
}

function isBehindServers({ trust = 'none' }: ProxyOptions): boolean {
  return trust !== 'none';
}

function failToListen(error: unknown, host: string, port: number): never {
  throw listenProblem(host, port, error);
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
