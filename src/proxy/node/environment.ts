import type { ProxyOptions } from '../options.ts';
import { type PageOptions, readLoader, readMarkup } from '../pages/page-options.ts';
import { isHostUpstream } from '../hosts/host-option.ts';
import { environmentName, refuseOption } from '../refuse-option.ts';
import { exposedSecrets, ownVariables, readConfiguration, type Variables } from './configuration-file.ts';
import { documentation } from './documentation.ts';
import { widgetFilesIn } from './files.ts';

export interface NodeSettings {
  readonly proxy: ProxyOptions;
  /** Where the owner's pages come from, if the proxy is in front of them. */
  readonly pages: PageOptions | undefined;
  readonly host: string;
  readonly port: number;
  /** How long the proxy still responds after SIGTERM while it says that it is not ready. */
  readonly drainSeconds: number;
  /** All variables, with those of the configuration file. */
  readonly environment: Environment;
}

export type Environment = Readonly<Record<string, string | undefined>>;

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
  'pagesMarkup',
  'pagesChoiceCookie',
  'pagesPassHeaders',
  'pagesDropHeaders',
] as const satisfies ReadonlyArray<keyof ProxyOptions | 'pages' | `pages${string}`>;

type Settable = (typeof settable)[number];

const optionVariables: Variables = Object.fromEntries(settable.map((option) => [option, environmentName(option)]));

/**
 * Reads the settings of the program from environment variables, which win over the file in `GEOLET_CONFIG`. An empty
 * variable counts as not set. Lists are split at commas and blanks.
 *
 * @param more settings that are not the proxy's and may stand in the file, too.
 * @throws a TypeError for a setting that cannot be read. Options are checked when the proxy is created.
 */
export function readEnvironment(variables: Environment, more: Variables = {}): NodeSettings {
  const file = variables['GEOLET_CONFIG'];
  const environment = file
    ? { ...readConfiguration(file, { ...optionVariables, ...ownVariables, ...more }), ...withoutEmpty(variables) }
    : variables;
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
    environment,
  };
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
    number: (option) => toNumber(text(option)),
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
    markup: readMarkup(text('pagesMarkup')),
    choiceCookie: text('pagesChoiceCookie'),
    passHeaders: list('pagesPassHeaders'),
    dropHeaders: list('pagesDropHeaders'),
  };
}

const secrets = ['key', 'secondKey', 'doctorSecret'] as const satisfies readonly Settable[];

/**
 * Lines to print at the start. They do not stop the proxy.
 *
 * @param more settings that are not the proxy's.
 */
export function warningsOf(variables: Environment, more: Variables = {}): string[] {
  const file = variables['GEOLET_CONFIG'];
  return [...uselessVariables(variables, Object.values(more)), ...(file ? exposedSecrets(file, secrets) : [])];
}

/**
 * A line for each variable that does nothing although it is named like a setting: it is misspelt, or another one is
 * missing.
 */
function uselessVariables(variables: Environment, more: readonly string[]): string[] {
  const known = ['GEOLET_CONFIG', ...Object.values(optionVariables), ...more];
  const own = Object.values(ownVariables);
  return Object.keys(variables).flatMap((name) => {
    // Settings with this prefix are the service's, which may run in the same environment.
    if (!/^GEOLET_(?!SERVICE_)/i.test(name) || !variables[name]) return [];
    const plain = name.toUpperCase().replace('GEOLET_', '');
    const meant = [...known, ...own].find(
      (one) => plain.replaceAll('_', '') === one.replace('GEOLET_', '').replaceAll('_', ''),
    );
    if (!known.includes(name))
      return [`${name} is set, and is not a setting. ${meant ? `Write ${meant} instead.` : allSettings()}`];
    const isForPages = name.startsWith('GEOLET_PAGES_') && !variables['GEOLET_PAGES'] && !variables['GEOLET_CONFIG'];
    return isForPages ? [`${name} is set, and does nothing without GEOLET_PAGES.`] : [];
  });
}

const allSettings = (): string => `All settings: ${documentation('proxy')}`;

function withoutEmpty(variables: Environment): Environment {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
}

function readTrust(text: string | undefined, list: string[] | undefined): ProxyOptions['trust'] {
  if (text === undefined || text === 'none') return text;
  return /^-?\d+$/.test(text) ? Number(text) : list;
}

function readFlag(option: Settable, text: string | undefined): boolean {
  if (text === undefined || text === 'no') return false;
  return text === 'yes' || refuseOption(option, `is ${JSON.stringify(text)}`, 'write yes, or leave it out');
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function readWhole(name: string, text: string, most: number, wanted: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new TypeError(`${name} is ${JSON.stringify(text)}: give ${wanted}.`);
}
