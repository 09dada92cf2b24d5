import { isLoopback } from '../../http/loopback.ts';
import { meantOrigin } from '../../http/meant-value.ts';
import {
  type Environment,
  readSettings,
  refuseOption,
  type Values,
  type Variables,
  variablesOf,
} from '../../http/read-settings.ts';
import { SettingError } from '../../http/setting-error.ts';
import { pageSettings, programSettings, proxySettings } from '../../http/settings.ts';
import { type PageOptions, readPageOptions } from '../../pages/front/page-options.ts';
import { isHostUpstream } from '../../proxy/hosts/host-option.ts';
import { type ProxyOptions, readOptions } from '../../proxy/options.ts';
import { readConfiguration } from './configuration-file.ts';
import { widgetFilesIn } from '../../proxy/node/files.ts';
import { pricesIn, rulesIn } from './page-files.ts';
import { type RatesSettings, readRatesSettings } from '../../proxy/node/rates/rates-settings.ts';
import { warningsOf } from './useless-settings.ts';

export interface NodeSettings {
  readonly proxy: ProxyOptions;
  /** Where the owner's pages come from, if the proxy is in front of them. */
  readonly pages: PageOptions | undefined;
  readonly host: string;
  readonly port: number;
  /** How long the proxy still responds after SIGTERM while it says that it is not ready. */
  readonly drainSeconds: number;
  /** Where metrics are served, if at all. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Scheme and host of the pages that the owner may check at `/geolet-check`, if that page is there at all. */
  readonly check: readonly string[] | undefined;
  /** Where exchange rates come from, and where the last good ones are kept, if the program serves any. */
  readonly rates: RatesSettings | undefined;
  /** All variables, with those of the configuration file. */
  readonly environment: Environment;
  /** Lines for the owner, such as on a misspelt name. They don't stop the program. */
  readonly warnings: readonly string[];
}

/** What variables and the configuration file can set. */
const settings = { ...proxySettings, ...pageSettings, ...programSettings };

/**
 * Reads the settings of the program from environment variables, which win over the file in `GEOLET_CONFIG`. An empty
 * variable counts as not set. Lists are split at commas and blanks.
 *
 * @param more settings that are not the proxy's and may stand in the file, too.
 * @param replaced settings that hold over all others.
 * @throws a SettingError for a setting that cannot be read. Options are checked when the proxy is created.
 */
export function readEnvironment(
  variables: Environment,
  more: Variables = {},
  replaced: Environment = {},
): NodeSettings {
  const environment = { ...withConfigurationFile(variables, more), ...replaced };
  const values = readSettings(settings, environment);
  return {
    proxy: readProxyOptions(values),
    pages: readPages(values),
    host: values.host ?? programSettings.host.default,
    port: values.port ?? programSettings.port.default,
    drainSeconds: values.drainSeconds ?? programSettings.drainSeconds.default,
    metrics: readMetrics(values.metrics),
    check: readCheck(values),
    rates: readRatesSettings(values),
    environment,
    warnings: warningsOf(variables, { ...variablesOf(settings), ...more }),
  };
}

/**
 * Fills in what the file in `GEOLET_CONFIG` sets and no variable does.
 *
 * @throws a SettingError for a file that cannot be read.
 */
function withConfigurationFile(variables: Environment, more: Variables): Environment {
  const file = variables['GEOLET_CONFIG'];
  if (!file) return variables;
  return { ...readConfiguration(file, { ...variablesOf(settings), ...more }), ...withoutEmpty(variables) };
}

/**
 * Checks every option as the proxy will, before anything slow is opened.
 *
 * @throws a SettingError.
 */
export function checkOptions({ proxy, pages }: Pick<NodeSettings, 'proxy' | 'pages'>): void {
  readOptions(proxy);
  if (pages !== undefined) readPageOptions(pages);
}

/** A port of this machine, or an address with one. */
function readMetrics(text: string | undefined): NodeSettings['metrics'] {
  if (!text) return undefined;
  const [, host = '127.0.0.1', port = ''] = /^(?:\[?([^\s\]]{1,253}?)\]?:)?(\d{1,5})$/.exec(text) ?? [];
  if (port !== '' && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new SettingError(
    'GEOLET_METRICS',
    `GEOLET_METRICS is ${JSON.stringify(text)}: give a port of this machine, such as 9787, or an address with a port, such as 10.0.0.5:9787.`,
  );
}

/**
 * The addresses are the owner's words and not a request's `Host`: the proxy sends its own requests to them, which
 * nobody else may direct. What cannot be used is not repeated: it may be a password, and messages go to logs.
 */
function readCheck({ check: origins = [], pagesHosts, doctorSecret }: ProgramValues): NodeSettings['check'] {
  if (origins.length === 0) return undefined;
  const hosts = pagesHosts?.map((host) => host.toLowerCase());
  for (const [index, origin] of origins.entries()) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url?.origin !== origin || !isCheckable(url))
      refuseCheck(
        `has no usable address as entry ${index + 1}: ${origin === doctorSecret ? '' : meantCheck(origin, hosts)}write scheme and host of your pages, such as https://shop.example. The secret is sent there, so it must be https`,
      );
    if (hosts?.includes(url.host) === false)
      refuseCheck(`has ${origin}, which GEOLET_PAGES_HOSTS does not have: add it there, or leave it out here`);
  }
  if (!doctorSecret)
    refuseCheck('is set, and the check asks for GEOLET_DOCTOR_SECRET: set that, too (openssl rand -hex 24)');
  return origins;
}

function isCheckable({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function meantCheck(text: string, hosts: readonly string[] | undefined): string {
  const address = meantOrigin(text, 'https');
  if (address === undefined) return '';
  const meant = isCheckable(new URL(address)) ? address : address.replace('http:', 'https:');
  return hosts?.includes(new URL(meant).host) === false ? '' : `did you mean ${meant}? Or `;
}

function refuseCheck(what: string): never {
  throw new SettingError('GEOLET_CHECK', `GEOLET_CHECK ${what}.`);
}

type ProgramValues = Values<typeof settings>;

function readProxyOptions(values: ProgramValues): ProxyOptions {
  if (values.upstream === 'host')
    refuseOption(
      'upstream',
      'is host, and this program does not know which',
      'write host: and its name, such as host:cloudfront, or scheme and host of the visitor-data service',
    );
  const options = Object.entries(values).filter(([name]) => name in proxySettings);
  return {
    ...(Object.fromEntries(options) as Values<typeof proxySettings>),
    upstream: values.upstream ?? '',
    allowHttp: values.allowHttp === 'yes',
    key: values.key ?? (isHostUpstream(values.upstream) ? undefined : ''),
    trust: readTrust(values.trust),
    files: widgetFilesIn(values.files),
  };
}

function readPages(values: ProgramValues): PageOptions | undefined {
  if (values.pages === undefined) return undefined;
  const { pagesMarkup: markup } = values;
  return {
    origin: values.pages,
    hosts: values.pagesHosts,
    budgetMs: values.pagesBudgetMs,
    loader: values.pagesLoader,
    script: values.pagesScript,
    markup: markup === 'elements' ? markup : markup !== 'no',
    choiceCookie: values.pagesChoiceCookie,
    prices: pricesIn(values.pagesPrices),
    rules: rulesIn(values.pagesRules),
    choiceParameter: values.pagesChoiceParameter,
    passHeaders: values.pagesPassHeaders,
    dropHeaders: values.pagesDropHeaders,
  };
}

function withoutEmpty(variables: Environment): Environment {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
}

function readTrust(list: readonly string[] | undefined): ProxyOptions['trust'] {
  const [only = '', ...others] = list ?? ['none'];
  if (others.length > 0) return list;
  if (only === 'none') return only;
  return /^-?\d+$/.test(only) ? Number(only) : list;
}
