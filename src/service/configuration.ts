import { meantNumber, meantYes } from '../http/meant-value.ts';
import { trustsEverybody } from '../http/trusted-hops.ts';
import { type AddressRange, parseAddressRange } from '../record/address.ts';
import { type ChosenFiles, dataKinds, dataSettings } from './geo/data-files.ts';
import type { Limit } from './limits/rate-limiter.ts';
import { OperatorError } from './operator-error.ts';
import { type Environment, readSettings, type SettingName, type Settings } from './settings.ts';

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
  /** How often the service looks for new files of geo data; 0 for never. */
  readonly dataPollSeconds: number;
  /** Where new geo data come from, in place of DB-IP: a mirror. */
  readonly updateURL: string | undefined;
  /** Whether new geo data are fetched each month, in place of those that the operator did not choose. */
  readonly renewsData: boolean;
  /** How long the service still responds after SIGTERM, while `/ready` says no. */
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
  updateURL: undefined,
  renewsData: false,
  drainSeconds: 0,
  logRequests: false,
};

/**
 * Reads the settings that `docs/service.md` lists. What is not set takes its default.
 *
 * @throws OperatorError that names the setting and what it must look like.
 */
export function readConfiguration(environment: Environment): Configuration {
  const settings = readSettings(environment);
  const defaults = defaultConfiguration;
  const read = <Value>(name: SettingName, { parse, wanted, meant }: Format<Value>, fallback: Value): Value => {
    const text = settings[name];
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    const hint = meant?.(text);
    const advice = hint === undefined ? '' : `. Did you mean ${hint}?`;
    throw new OperatorError(`${name}: "${text}" is not ${wanted}${advice}`, { setting: name });
  };
  return {
    host: settings.HOST ?? defaults.host,
    port: read('PORT', port, defaults.port),
    dataDirectory: settings.DATA_DIR ?? defaults.dataDirectory,
    databaseURL: readURL(
      settings,
      'DATABASE_URL',
      /^postgres(ql)?:\/\/./,
      'postgres://user:password@host:5432/database',
    ),
    redisURL: readURL(settings, 'REDIS_URL', /^rediss?:\/\/./, 'redis://host:6379'),
    databases: readChosenFiles(settings),
    keyLimit: read('KEY_LIMIT', limit, defaults.keyLimit),
    failedKeyLimit: read('FAILED_KEY_LIMIT', limit, defaults.failedKeyLimit),
    trustedProxies: read('TRUSTED_PROXIES', ranges, defaults.trustedProxies),
    dataPollSeconds: read('DATA_POLL_SECONDS', seconds, defaults.dataPollSeconds),
    updateURL: settings.GEO_UPDATE_URL,
    renewsData: defaults.renewsData,
    drainSeconds: read('DRAIN_SECONDS', seconds, defaults.drainSeconds),
    logRequests: read('LOG_REQUESTS', onOrOff, defaults.logRequests),
  };
}

/** How a setting is written. */
interface Format<Value> {
  /** Returns undefined for text that can't be used. */
  readonly parse: (text: string) => Value | undefined;
  /** Ends the sentence "… is not". */
  readonly wanted: string;
  /** What the operator seems to mean by text that can't be used. */
  readonly meant?: (text: string) => string | undefined;
}

const port: Format<number> = {
  parse: (text) => wholeNumber(text, 65_535),
  wanted: 'a port (0 to 65535)',
};

const seconds: Format<number> = {
  parse: (text) => wholeNumber(text, 86_400),
  wanted: 'a number of seconds (0 to 86400)',
  meant: (text) => meantNumber(text, 'Seconds', [0, 86_400])?.toString(),
};

const onOrOff: Format<boolean> = {
  parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  wanted: 'on or off',
  meant: (text) => meantYes(text, ['on', 'off']),
};

const limit: Format<Limit> = {
  parse: (text) => {
    const [, requests, perSeconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(text) ?? [];
    return requests === undefined ? undefined : { requests: Number(requests), seconds: Number(perSeconds) };
  },
  wanted: 'requests/seconds, such as 6000/60',
  meant: (text) => {
    const [, requests = '', per = ''] = /^([1-9]\d{0,8})(?:\s*(?:\/|per)\s*([a-z]+))?$/i.exec(text.trim()) ?? [];
    const perSeconds = secondsOf[per.toLowerCase()];
    return requests && perSeconds ? `${requests}/${perSeconds}` : undefined;
  },
};

/** A limit without a time is often meant by the minute. */
const secondsOf: Readonly<Record<string, number>> = {
  '': 60,
  s: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
  hour: 3600,
  d: 86_400,
  day: 86_400,
};

const ranges: Format<readonly AddressRange[]> = {
  parse: (text) => {
    const parsed = listOf(text).map(parseAddressRange);
    return parsed.every((range) => range !== undefined) && !trustsEverybody(parsed) ? parsed : undefined;
  },
  wanted: 'a list of addresses and CIDR ranges, of your load balancers and not of everybody, such as 10.0.0.0/8,::1',
};

function wholeNumber(text: string, most: number): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

/** The error does not repeat the value: a URL may hold a password. */
function readURL(settings: Settings, name: SettingName, pattern: RegExp, example: string): string | undefined {
  const text = settings[name];
  if (text === undefined) return undefined;
  if (!pattern.test(text) || !URL.canParse(text))
    throw new OperatorError(`${name} is not a URL such as ${example}`, { setting: name });
  return text;
}

/** Files are separated by commas. `none` turns a kind off, defaults included. */
function readChosenFiles(settings: Settings): ChosenFiles {
  return Object.fromEntries(
    dataKinds.flatMap((kind) => {
      const paths = listOf(settings[dataSettings[kind]] ?? '');
      return paths.length === 0 ? [] : [[kind, paths[0] === 'none' ? [] : paths]];
    }),
  );
}

function listOf(text: string): readonly string[] {
  return text.split(',').flatMap((item) => item.trim() || []);
}
