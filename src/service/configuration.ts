import { type AddressRange, parseAddressRange } from '../record/address.ts';
import { type ChosenFiles, dataKinds, dataSettings } from './geo/data-files.ts';
import type { Limit } from './limits/rate-limiter.ts';
import { OperatorError } from './operator-error.ts';

export interface Configuration {
  readonly host: string;
  readonly port: number;
  /** Holds the store and what `update-data` fetches. */
  readonly dataDirectory: string;
  /** A PostgreSQL database for the store, in place of a file in the data directory. */
  readonly databaseURL: string | undefined;
  /** A Redis that counts requests for all copies, in place of each counting its own. */
  readonly redisURL: string | undefined;
  /** The operator's own geo data, by kind. */
  readonly databases: ChosenFiles;
  readonly keyLimit: Limit;
  readonly failedKeyLimit: Limit;
  readonly trustedProxies: readonly AddressRange[];
  /** How often files of geo data are looked at for new ones; 0 for never. */
  readonly dataPollSeconds: number;
  /** How long the service goes on answering after SIGTERM while it says that it is not ready. */
  readonly drainSeconds: number;
  /** One line in the log for each request. */
  readonly logRequests: boolean;
}

/** One key serves all visitors of a site, so its limit is a hundred requests a second. */
export const defaultConfiguration: Configuration = {
  host: '127.0.0.1',
  port: 8090,
  dataDirectory: 'data',
  databaseURL: undefined,
  redisURL: undefined,
  databases: {},
  keyLimit: { requests: 6000, seconds: 60 },
  failedKeyLimit: { requests: 30, seconds: 60 },
  trustedProxies: [],
  dataPollSeconds: 60,
  drainSeconds: 0,
  logRequests: false,
};

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws OperatorError that names the setting and what it must look like. */
export function readConfiguration(environment: Environment): Configuration {
  const read = <Value>(
    name: string,
    parse: (text: string) => Value | undefined,
    wanted: string,
    fallback: Value,
  ): Value => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value === undefined) throw new OperatorError(`${name}: "${text}" is not ${wanted}`);
    return value;
  };
  const {
    host,
    port,
    dataDirectory,
    keyLimit,
    failedKeyLimit,
    trustedProxies,
    dataPollSeconds,
    drainSeconds,
    logRequests,
  } = defaultConfiguration;
  const limit = 'requests/seconds, such as 6000/60';
  return {
    host: read('HOST', (text) => text, 'an address', host),
    port: read('PORT', parsePort, 'a port (0 to 65535)', port),
    dataDirectory: read('DATA_DIR', (text) => text, 'a directory', dataDirectory),
    databaseURL: url(
      environment,
      'DATABASE_URL',
      /^postgres(ql)?:\/\/./,
      'postgres://user:password@host:5432/database',
    ),
    redisURL: url(environment, 'REDIS_URL', /^rediss?:\/\/./, 'redis://host:6379'),
    databases: chosenFiles(environment),
    keyLimit: read('KEY_LIMIT', parseLimit, limit, keyLimit),
    failedKeyLimit: read('FAILED_KEY_LIMIT', parseLimit, limit, failedKeyLimit),
    trustedProxies: read(
      'TRUSTED_PROXIES',
      parseRanges,
      'a list of addresses and CIDR ranges, such as 10.0.0.0/8,::1',
      trustedProxies,
    ),
    dataPollSeconds: read('DATA_POLL_SECONDS', parseSeconds, 'a number of seconds (0 to 86400)', dataPollSeconds),
    drainSeconds: read('DRAIN_SECONDS', parseSeconds, 'a number of seconds (0 to 86400)', drainSeconds),
    logRequests: read('LOG_REQUESTS', parseSwitch, 'on or off', logRequests),
  };
}

/** What stands there is not repeated: it may hold a password. */
function url(environment: Environment, name: string, pattern: RegExp, example: string): string | undefined {
  const text = environment[name]?.trim() ?? '';
  if (text === '') return undefined;
  if (!pattern.test(text) || !URL.canParse(text)) throw new OperatorError(`${name} is not a URL such as ${example}`);
  return text;
}

/** Lists at commas; `none` turns a kind off, defaults and all. */
function chosenFiles(environment: Environment): ChosenFiles {
  return Object.fromEntries(
    dataKinds.flatMap((kind) => {
      const paths = list(environment[dataSettings[kind]] ?? '');
      return paths.length === 0 ? [] : [[kind, paths[0] === 'none' ? [] : paths]];
    }),
  );
}

function list(text: string): readonly string[] {
  return text.split(',').flatMap((item) => item.trim() || []);
}

function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function parseSeconds(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 86_400 ? Number(text) : undefined;
}

function parseSwitch(text: string): boolean | undefined {
  return text === 'on' ? true : text === 'off' ? false : undefined;
}

function parseLimit(text: string): Limit | undefined {
  const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  return requests === undefined ? undefined : { requests: Number(requests), seconds: Number(seconds) };
}

function parseRanges(text: string): readonly AddressRange[] | undefined {
  const ranges = list(text).map(parseAddressRange);
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}
