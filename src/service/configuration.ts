import { type Environment, orMeant, readSettings, refuseSetting, type Values } from '../http/read-settings.ts';
import { serviceSettings } from '../http/settings.ts';
import { trustsEverybody } from '../http/trusted-hops.ts';
import { type AddressRange, parseAddressRange } from '../record/address.ts';
import type { ChosenFiles } from './geo/data-files.ts';
import type { Limit } from './limits/rate-limiter.ts';
import { ownVariables } from './settings.ts';

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

/**
 * Reads the settings that `docs/service.md` lists. What is not set takes its default.
 *
 * @throws OperatorError that names the setting and what it must look like.
 */
export function readConfiguration(environment: Environment): Configuration {
  const rows = serviceSettings;
  const values = readSettings(rows, ownVariables(environment));
  return {
    host: values.host ?? rows.host.default,
    port: values.port ?? rows.port.default,
    dataDirectory: values.dataDir ?? rows.dataDir.default,
    databaseURL: readURL('databaseUrl', values, /^postgres(ql)?:\/\/./, 'postgres://user:password@host:5432/database'),
    redisURL: readURL('redisUrl', values, /^rediss?:\/\/./, 'redis://host:6379'),
    databases: readChosenFiles(values),
    keyLimit: readLimit('keyLimit', values),
    failedKeyLimit: readLimit('failedKeyLimit', values),
    trustedProxies: readRanges(values.trustedProxies ?? ''),
    dataPollSeconds: values.dataPollSeconds ?? rows.dataPollSeconds.default,
    updateURL: values.geoUpdateUrl,
    renewsData: false,
    drainSeconds: values.drainSeconds ?? rows.drainSeconds.default,
    logRequests: values.logRequests === 'on',
  };
}

export const defaultConfiguration = readConfiguration({});

type ServiceValues = Values<typeof serviceSettings>;

function readLimit(name: 'keyLimit' | 'failedKeyLimit', values: ServiceValues): Limit {
  const row = serviceSettings[name];
  const text = values[name] ?? row.default;
  const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (requests !== undefined) return { requests: Number(requests), seconds: Number(seconds) };
  const [, meant = '', per = ''] = /^([1-9]\d{0,8})(?:\s*(?:\/|per)\s*([a-z]+))?$/i.exec(text) ?? [];
  const perSeconds = secondsOf[per.toLowerCase()];
  const hint = orMeant(meant && perSeconds ? `${meant}/${perSeconds}` : undefined);
  return refuseSetting(name, row, `is ${JSON.stringify(text)}: ${hint}write requests/seconds, such as 6000/60`);
}

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

function readRanges(text: string): readonly AddressRange[] {
  const ranges = listOf(text).map(parseAddressRange);
  if (ranges.every((range) => range !== undefined) && !trustsEverybody(ranges)) return ranges;
  const fix =
    'write a list of addresses and CIDR ranges, of your load balancers and not of everybody, such as 10.0.0.0/8,::1';
  return refuseSetting('trustedProxies', serviceSettings.trustedProxies, `is ${JSON.stringify(text)}: ${fix}`);
}

/** The error does not repeat the value: a URL may hold a password. */
function readURL(
  name: 'databaseUrl' | 'redisUrl',
  values: ServiceValues,
  pattern: RegExp,
  example: string,
): string | undefined {
  const text = values[name];
  if (text === undefined || (pattern.test(text) && URL.canParse(text))) return text;
  return refuseSetting(name, serviceSettings[name], `is not a URL such as ${example}`);
}

/** Files are separated by commas. `none` turns a kind off, defaults included. */
function readChosenFiles({ geoCityDb, geoAsnDb, geoIspDb, geoConnectionDb }: ServiceValues): ChosenFiles {
  const texts = { city: geoCityDb, asn: geoAsnDb, isp: geoIspDb, connection: geoConnectionDb };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([kind, text = '']) => {
      const paths = listOf(text);
      return paths.length === 0 ? [] : [[kind, paths[0] === 'none' ? [] : paths]];
    }),
  );
}

function listOf(text: string): readonly string[] {
  return text.split(',').flatMap((item) => item.trim() || []);
}
