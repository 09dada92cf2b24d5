import { isLoopback } from '../../http/loopback.ts';
import { SettingError } from '../../http/setting-error.ts';
import { isHostUpstream } from '../hosts/host-option.ts';
import { numberRanges, type ProxyOptions, readGpc, readOptions } from '../options.ts';
import {
  type PageOptions,
  pagesBudgetRange,
  readLoader,
  readScript,
  readMarkup,
  readPageOptions,
} from '../../pages/front/page-options.ts';
import { meantNumber, meantOrigin, meantYes } from '../../http/meant-value.ts';
import { environmentName, refuseOption } from '../refuse-option.ts';
import { ownVariables, readConfiguration, type Variables } from './configuration-file.ts';
import { widgetFilesIn } from './files.ts';
import { pricesIn, rulesIn } from './page-files.ts';
import { type RatesSettings, readRatesSettings } from './rates/rates-settings.ts';
import { readWhole } from './read-whole.ts';
import { type Environment, warningsOf } from './useless-settings.ts';

export type { Environment } from './useless-settings.ts';

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

/** Options that a variable or the configuration file can set. */
const settable = [
  'upstream',
  'key',
  'allowHttp',
  'secondKey',
  'path',
  'trust',
  'trustHeader',
  'origins',
  'expose',
  'withhold',
  'gpc',
  'timeoutMs',
  'maxBodyBytes',
  'limit',
  'dailyBudget',
  'cacheSeconds',
  'staleSeconds',
  'cacheEntries',
  'cacheBytes',
  'doctorSecret',
  'files',
  'pages',
  'pagesHosts',
  'pagesBudgetMs',
  'pagesLoader',
  'pagesScript',
  'pagesMarkup',
  'pagesChoiceCookie',
  'pagesPrices',
  'pagesRules',
  'pagesChoiceParameter',
  'pagesPassHeaders',
  'pagesDropHeaders',
] as const satisfies ReadonlyArray<keyof ProxyOptions | 'pages' | `pages${string}`>;

type Settable = (typeof settable)[number];

/** The environment variable of each. */
export const optionVariables: Variables = Object.fromEntries(
  settable.map((option) => [option, environmentName(option)]),
);

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
  const values = createValues(environment);
  return {
    proxy: readProxyOptions(values),
    pages: readPages(values),
    host: environment['HOST'] || '127.0.0.1',
    port: readWhole('PORT', environment['PORT'] || '8787', 65_535, 'a number from 0 (any free port) to 65535'),
    drainSeconds: readWhole(
      'DRAIN_SECONDS',
      environment['DRAIN_SECONDS'] || '0',
      86_400,
      'a whole number of seconds from 0 to 86400',
    ),
    metrics: readMetrics(environment['GEOLET_METRICS']),
    check: readCheck(environment['GEOLET_CHECK'], environment),
    rates: readRatesSettings(environment),
    environment,
    warnings: warningsOf(variables, optionVariables, more),
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
  const settings = readConfiguration(file, { ...optionVariables, ...ownVariables, ...more });
  return { ...settings, ...withoutEmpty(variables) };
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
function readCheck(text: string | undefined, environment: Environment): NodeSettings['check'] {
  const origins = text?.split(/[\s,]+/).filter(Boolean) ?? [];
  if (origins.length === 0) return undefined;
  const hosts = environment['GEOLET_PAGES_HOSTS']
    ?.toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  for (const [index, origin] of origins.entries()) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url?.origin !== origin || !isCheckable(url))
      refuseCheck(
        `has no usable address as entry ${index + 1}: ${origin === environment['GEOLET_DOCTOR_SECRET'] ? '' : meantCheck(origin, hosts)}write scheme and host of your pages, such as https://shop.example. The secret is sent there, so it must be https`,
      );
    if (hosts?.includes(url.host) === false)
      refuseCheck(`has ${origin}, which GEOLET_PAGES_HOSTS does not have: add it there, or leave it out here`);
  }
  if (!environment['GEOLET_DOCTOR_SECRET'])
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

/** Reads the variables of options in the form that each option has. */
interface Values {
  /** Exactly as it is: a line end in a key is a mistake to report. */
  secret(option: Settable): string | undefined;
  text(option: Settable): string | undefined;
  list(option: Settable): string[] | undefined;
  number(option: Settable): number | undefined;
}

function createValues(environment: Environment): Values {
  const secret: Values['secret'] = (option) => environment[environmentName(option)] || undefined;
  const text: Values['text'] = (option) => secret(option)?.trim() || undefined;
  return {
    secret,
    text,
    list: (option) =>
      text(option)
        ?.split(/[\s,]+/)
        .filter(Boolean),
    number: (option) => toNumber(option, text(option)),
  };
}

function readProxyOptions({ secret, text, list, number }: Values): ProxyOptions {
  if (text('upstream') === 'host')
    refuseOption(
      'upstream',
      'is host, and this program does not know which',
      'write host: and its name, such as host:cloudfront, or scheme and host of the visitor-data service',
    );
  return {
    upstream: text('upstream') ?? '',
    allowHttp: readFlag('allowHttp', text('allowHttp')),
    key: secret('key') ?? (isHostUpstream(text('upstream')) ? undefined : ''),
    secondKey: secret('secondKey'),
    path: text('path'),
    trust: readTrust(text('trust'), list('trust')),
    trustHeader: text('trustHeader'),
    origins: list('origins'),
    expose: list('expose'),
    withhold: list('withhold'),
    gpc: readGpc(text('gpc')),
    timeoutMs: number('timeoutMs'),
    maxBodyBytes: number('maxBodyBytes'),
    limit: number('limit'),
    dailyBudget: number('dailyBudget'),
    cacheSeconds: number('cacheSeconds'),
    staleSeconds: number('staleSeconds'),
    cacheEntries: number('cacheEntries'),
    cacheBytes: number('cacheBytes'),
    doctorSecret: secret('doctorSecret'),
    files: widgetFilesIn(text('files')),
  };
}

function readPages({ text, list, number }: Values): PageOptions | undefined {
  const origin = text('pages');
  if (origin === undefined) return undefined;
  return {
    origin,
    hosts: list('pagesHosts'),
    budgetMs: number('pagesBudgetMs'),
    loader: readLoader(text('pagesLoader')),
    script: readScript(text('pagesScript')),
    markup: readMarkup(text('pagesMarkup')),
    choiceCookie: text('pagesChoiceCookie'),
    prices: pricesIn(text('pagesPrices')),
    rules: rulesIn(text('pagesRules')),
    choiceParameter: text('pagesChoiceParameter'),
    passHeaders: list('pagesPassHeaders'),
    dropHeaders: list('pagesDropHeaders'),
  };
}

function withoutEmpty(variables: Environment): Environment {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
}

function readTrust(text: string | undefined, list: string[] | undefined): ProxyOptions['trust'] {
  if (text === undefined || text === 'none') return text;
  return /^-?\d+$/.test(text) ? Number(text) : list;
}

function readFlag(option: Settable, text: string | undefined): boolean {
  if (text === undefined || text === 'no') return false;
  const fix = 'write yes, or leave it out';
  return text === 'yes' || refuseOption(option, `is ${JSON.stringify(text)}`, fix, meantYes(text));
}

/** @throws a SettingError for words. Whether the number fits, the option says. */
function toNumber(option: Settable, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isNaN(value)) return value;
  const range = rangeOf(option);
  const fix = `give a whole number from ${range[0]} to ${range[1]}`;
  return refuseOption(option, `is ${JSON.stringify(text)}`, fix, meantNumber(text, option, range));
}

function rangeOf(option: Settable): readonly [number, number] {
  return (
    Object.entries({ ...numberRanges, pagesBudgetMs: pagesBudgetRange }).find(([name]) => name === option)?.[1] ?? [
      0, 0,
    ]
  );
}
