import { randomUUID } from 'node:crypto';
import type { Replaced } from '../../http/all-problems.ts';
import { SettingError } from '../../http/setting-error.ts';
import { type Environment, readSettings, type Variables, variablesOf } from '../../http/read-settings.ts';
import { serveSettings } from '../../http/settings.ts';
import { checkOptions, type NodeSettings, readEnvironment } from '../../adapters/node/environment.ts';
import type { Program } from '../../adapters/node/open-program.ts';
import type { ProxyOptions } from '../../proxy/options.ts';
import { createInMemoryTransport } from './in-memory.ts';
import type { ServiceConfiguration, ServicePackage, VisitorData } from './service-package.ts';

/**
 * Opens service and proxy in this process.
 *
 * @param apiPort where the service's API listens. Without it there is no API, no store and no key.
 * @param trial given to find out whether it would start: then it changes nothing, and fetches nothing.
 * @throws an Error for a setting or a file of geo data that can't be used.
 */
export async function openServeProgram(
  service: ServicePackage,
  variables: Environment,
  apiPort: string | undefined,
  trial?: Replaced,
): Promise<Program> {
  const own = apiPort === undefined ? {} : { GEOLET_API_PORT: apiPort };
  const settings = readEnvironment({ ...variables, ...own }, serviceVariables(service), trial);
  refuseUpstream(settings.environment);
  checkOptions({ ...settings, proxy: { ...settings.proxy, ...nobodyAsks } });
  const { apiPort: port, update = 'on' } = readSettings(serveSettings, settings.environment);
  const renewsData = update === 'on' || update === 'yes';
  const configuration = { ...service.readConfiguration(settings.environment), renewsData };
  if (trial !== undefined) return openTrial(service, settings, configuration, port);
  const opened =
    port === undefined
      ? { data: service.openVisitorData(configuration), lines: [] }
      : await openWithApi(service, configuration, { host: settings.host, port });
  const { data } = opened;
  return {
    ...opened,
    settings: { ...settings, proxy: { ...settings.proxy, ...askIn(data) } },
    lines: [...opened.lines, service.describeData(data.geo.inUse, renewsData)],
    facts: () => dataAge(service, data),
    data: () => data.geo.inUse,
    reload: () => data.reload(),
    close: () => data.close(),
  };
}

/** Looks at the files of geo data, and at the store where there is one, and leaves both as they are. */
async function openTrial(
  service: ServicePackage,
  settings: NodeSettings,
  configuration: ServiceConfiguration,
  port: number | undefined,
): Promise<Program> {
  await service.checkResources(configuration, { hasStore: port !== undefined });
  const data = service.openVisitorData({ ...configuration, renewsData: false });
  const lines = [service.describeData(data.geo.inUse, configuration.renewsData)];
  return { settings: { ...settings, proxy: { ...settings.proxy, ...nobodyAsks } }, lines, close: () => data.close() };
}

async function openWithApi(
  service: ServicePackage,
  configuration: ServiceConfiguration,
  at: { readonly host: string; readonly port: number },
) {
  const data = await service.openService(configuration);
  try {
    const { url } = await data.listen(at);
    return { data, lines: [`API: ${url}, with keys`], drain: () => data.drain() };
  } catch (cause) {
    await data.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The API can't listen at ${at.host}, port ${at.port} (${reason}). Choose another with --api-port.`,
      { cause },
    );
  }
}

/** As the service's own `/ready` says it. */
function dataAge({ ageInDays }: ServicePackage, { geo }: VisitorData): { readonly dataAgeDays?: number } {
  const ages = geo.inUse.map(({ builtAt }) => ageInDays(builtAt));
  return ages.length === 0 ? {} : { dataAgeDays: Math.max(...ages) };
}

/** For a look at the other options. */
const nobodyAsks = { upstream: 'http://localhost', key: 'nobody-asks', secondKey: undefined };

/** Nobody checks this key, and it leaves the process as little as the requests do. */
function askIn(data: VisitorData): Pick<ProxyOptions, 'upstream' | 'key' | 'secondKey' | 'transport'> {
  const transport = createInMemoryTransport(data);
  return { upstream: 'http://localhost', key: randomUUID(), secondKey: undefined, transport };
}

/**
 * The service's own variables, which the configuration file may set, too: `dataDir` is DATA_DIR. Where it listens is
 * the program's to say.
 */
export function serviceVariables({ settingNames }: ServicePackage): Variables {
  const own = settingNames.filter((name) => !/^(HOST|PORT|DRAIN_SECONDS)$/.test(name));
  return {
    ...Object.fromEntries(own.map((name) => [camelCase(name), name])),
    ...variablesOf(serveSettings),
  };
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** @throws an Error when the settings are those of a proxy that asks a service elsewhere. */
function refuseUpstream(environment: Environment): void {
  const set = ['GEOLET_UPSTREAM', 'GEOLET_KEY', 'GEOLET_SECOND_KEY'].find((name) => environment[name]);
  if (set === undefined) return;
  throw new SettingError(
    set,
    `${set} is set, and serve has the service in its own process: leave it out, or run geolet proxy, which asks a service elsewhere.`,
  );
}
