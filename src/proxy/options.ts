import { type FieldName, fieldNames, isFieldName } from '../record/fields.ts';
import type { ExposureSettings, GpcLevel } from './record/redact-record.ts';
import type { BudgetSettings } from './record/daily-budget.ts';
import type { DoctorSettings } from './request/doctor-request.ts';
import { createFetchTransport, type Transport } from './record/transport.ts';
import { type Log, createSafeLog, createWarnOnce, logToStandardError } from './log.ts';
import type { Observer } from './observer.ts';
import type { Origins } from './request/origin-policy.ts';
import type { HostSettings } from './hosts/believed-place.ts';
import type { HeaderSource } from './hosts/header-sources.ts';
import { type HostUpstream, isHostUpstream, readHeaderSource } from './hosts/host-option.ts';
import { meantOrigin, meantWord } from '../http/meant-value.ts';
import { checkNumber, checkWord, refuseOption } from '../http/read-settings.ts';
import { proxySettings } from '../http/settings.ts';
import type { CacheSettings } from './record/cached-service.ts';
import type { LimitSettings } from './request/request-limit.ts';
import { parseTrust } from './address/trust.ts';
import { readUpstream } from './record/upstream-option.ts';
import type { AddressSettings } from './address/visitor-address.ts';
import type { UpstreamSettings } from './record/visitor-data.ts';
import type { WidgetFiles } from './widget-files.ts';

export interface ProxyOptions {
  /**
   * Scheme and host of the visitor-data service, https unless it runs on this machine. Or what the host knows:
   * `{ host: 'cloudfront' }` (as text `host:cloudfront`) reads that host's headers from trusted servers, and `host`
   * alone is for adapters that pass the place themselves.
   */
  readonly upstream: string | HostUpstream;
  /**
   * Whether the service may be on another machine by http. Only for the owner's own network, where nobody else can read
   * the key.
   */
  readonly allowHttp?: boolean | undefined;
  /** The service's API key. It never leaves the proxy except to the service. A host needs none. */
  readonly key?: string | undefined;
  /** Another key of the service, for when it refuses the first. Set both while you replace one by the other. */
  readonly secondKey?: string | undefined;
  /** The path of the record. */
  readonly path?: string | undefined;
  /** Which servers may name the visitor: `none`, the number of servers in front, or their addresses and ranges. */
  readonly trust?: 'none' | number | readonly string[] | undefined;
  /** The header in which trusted servers name the visitor; `forwarded` is read as RFC 7239. */
  readonly trustHeader?: string | undefined;
  /** Origins besides the proxy's own whose pages may request the record, exactly as browsers send them. */
  readonly origins?: readonly string[] | undefined;
  /** Fields that pages get although they are off by default. */
  readonly expose?: readonly string[] | undefined;
  /** Fields that pages do not get although they are on by default. */
  readonly withhold?: readonly string[] | undefined;
  /**
   * The nearest place that pages get of a visitor whose browser sends Global Privacy Control: `country`, or `state` if
   * the owner has to know it.
   */
  readonly gpc?: GpcLevel | undefined;
  /** Longest wait for the service's whole response. */
  readonly timeoutMs?: number | undefined;
  /** Longest response of the service. */
  readonly maxBodyBytes?: number | undefined;
  /** Requests per visitor and minute; 0 turns the limit off. */
  readonly limit?: number | undefined;
  /** Requests to the service within 24 hours; 0 means no budget. */
  readonly dailyBudget?: number | undefined;
  /** How long a record is cached for the same visitor with the same headers; 0 turns the cache off. */
  readonly cacheSeconds?: number | undefined;
  /** How old a cached record may be that is used while the service fails. */
  readonly staleSeconds?: number | undefined;
  /** Most records in the cache. */
  readonly cacheEntries?: number | undefined;
  /** Most bytes that they take. */
  readonly cacheBytes?: number | undefined;
  /** Whether equal requests at the same time share one request to the service. Default yes. */
  readonly share?: boolean | undefined;
  /**
   * The secret that lets `geolet doctor` make requests as a visitor from another country; at least 24 characters.
   * Without it, no such request is allowed.
   */
  readonly doctorSecret?: string | undefined;
  /** The widget's files by name. Default none. */
  readonly files?: WidgetFiles | undefined;
  /** How the service is reached. Default `fetch`; the Node adapter brings a faster one. */
  readonly transport?: Transport | undefined;
  /** Gets the messages for the owner, each with its level. Default: writes them to standard error as JSON. */
  readonly log?: Log | undefined;
  /** Told of hits, misses and outages, for who counts them. Default nobody. */
  readonly observer?: Observer | undefined;
  /** A clock in milliseconds that never goes back. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

export interface ProxySettings
  extends
    UpstreamSettings,
    AddressSettings,
    HostSettings,
    ExposureSettings,
    LimitSettings,
    CacheSettings,
    BudgetSettings,
    DoctorSettings {
  readonly path: string;
  readonly origins: Origins;
  readonly files: WidgetFiles | undefined;
  readonly log: Log;
}

export const defaultPath = proxySettings.path.default;

type NumberOption = {
  [Name in keyof typeof proxySettings]: (typeof proxySettings)[Name] extends { readonly range: unknown } ? Name : never;
}[keyof typeof proxySettings];

/**
 * Checks every option once, so that a mistake shows when the proxy starts and not when a visitor comes.
 *
 * @throws a TypeError.
 */
export function readOptions(options: ProxyOptions): ProxySettings {
  const keys = readKeys(options);
  const number = (name: NumberOption) =>
    checkNumber(name, proxySettings[name], options[name] ?? proxySettings[name].default);
  const doctorSecret = readDoctorSecret(options.doctorSecret);
  const log = createSafeLog(options.log ?? logToStandardError, [...keys, doctorSecret]);
  return {
    upstream: isHostUpstream(options.upstream) ? 'host' : readUpstream(options.upstream, options.allowHttp === true),
    headerSource: readTrustedSource(options),
    keys,
    path: readPath(options.path ?? defaultPath),
    trust: parseTrust(options.trust ?? 'none'),
    trustHeader: readTrustHeader(options),
    origins: new Set((options.origins ?? []).map(readOrigin)),
    expose: readFieldNames('expose', options.expose ?? []),
    withhold: readFieldNames('withhold', options.withhold ?? []),
    gpc: checkWord('gpc', proxySettings.gpc, options.gpc ?? proxySettings.gpc.default),
    timeoutMs: number('timeoutMs'),
    maxBodyBytes: number('maxBodyBytes'),
    limit: number('limit'),
    dailyBudget: number('dailyBudget'),
    cacheSeconds: number('cacheSeconds'),
    staleSeconds: number('staleSeconds'),
    cacheEntries: number('cacheEntries'),
    cacheBytes: number('cacheBytes'),
    share: options.share ?? true,
    doctorSecret,
    files: options.files,
    transport: options.transport ?? createFetchTransport(),
    log,
    warn: createWarnOnce(log),
    observer: options.observer,
    now: options.now ?? (() => performance.now()),
  };
}

/** Refuses headers that no server is trusted to send: the proxy would never read them. */
function readTrustedSource({ upstream, trust = 'none' }: ProxyOptions): HeaderSource | undefined {
  const source = readHeaderSource(upstream);
  if (source === undefined || trust !== 'none') return source;
  return refuseOption(
    'upstream',
    'reads headers of a host, and no server is trusted to send them',
    'set trust as well (GEOLET_TRUST), to 1 for one server in front',
  );
}

function readKeys({ upstream, key, secondKey }: ProxyOptions): readonly [string, string?] {
  if (isHostUpstream(upstream) && key === undefined && secondKey === undefined) return [''];
  if (secondKey === undefined) return [readKey('key', key)];
  if (secondKey === key)
    refuseOption('secondKey', 'is the same as the first', 'set it to another key of the service, or leave it out');
  return [readKey('key', key), readKey('secondKey', secondKey)];
}

function readKey(option: string, key: unknown): string {
  const fix = 'set it to the API key of the visitor-data service';
  if (typeof key !== 'string' || key === '') return refuseOption(option, 'is missing', fix);
  if (!/^[\x21-\x7e]+$/.test(key))
    return refuseOption(option, 'has blanks, line ends or characters outside ASCII', `${fix}, and nothing around it`);
  if (/^["']|["']$/.test(key)) return refuseOption(option, 'has quotes around it', `${fix}, without them`);
  return key;
}

function readDoctorSecret(secret: string | undefined): string | undefined {
  const isFine = secret === undefined || /^[\x21-\x7e]{24,256}$/.test(secret);
  return isFine
    ? secret
    : refuseOption(
        'doctorSecret',
        'is shorter than 24 characters, or has blanks or others outside ASCII',
        'set it to what `openssl rand -hex 24` prints, or leave it out',
      );
}

function readPath(path: string): string {
  const isPlain =
    URL.canParse(path, 'http://proxy') &&
    new URL(path, 'http://proxy').href === `http://proxy${path}` &&
    !/[?#]/.test(path);
  return isPlain && path.length > 1
    ? path
    : refuseOption('path', `is ${JSON.stringify(path)}`, 'write a plain path such as /geo', meantPath(path));
}

/** `geo`, `/geo/` without what follows, and the whole address of the record. */
function meantPath(path: unknown): string | undefined {
  if (typeof path !== 'string') return undefined;
  const address = /^https?:\/\//i.test(path) ? path : `http://proxy/${path.replace(/^\/+/, '')}`;
  const meant = URL.canParse(address) ? new URL(address).pathname : '/';
  return meant === '/' || meant === path ? undefined : meant;
}

function readTrustHeader({ trust = 'none', trustHeader }: ProxyOptions): string {
  if (trustHeader === undefined) return proxySettings.trustHeader.default;
  if (trust === 'none')
    return refuseOption('trustHeader', 'is set, but no server is trusted to send it', 'set trust as well');
  if (!/^[a-z0-9-]+$/i.test(trustHeader))
    return refuseOption(
      'trustHeader',
      `is ${JSON.stringify(trustHeader)}`,
      'write the name of one header',
      /^([a-z\d-]+)\s*:/i.exec(trustHeader)?.[1],
    );
  return trustHeader.toLowerCase();
}

function readOrigin(origin: string): string {
  const fix = 'write scheme, host and port as browsers send them, such as https://shop.example';
  const isExact = URL.canParse(origin) && new URL(origin).origin === origin && origin !== 'null';
  return isExact ? origin : refuseOption('origins', `has ${JSON.stringify(origin)}`, fix, meantOrigin(origin, 'https'));
}

function readFieldNames(option: string, names: readonly string[]): ReadonlySet<FieldName> {
  const unknown = names.find((name) => !isFieldName(name));
  if (unknown !== undefined)
    refuseOption(
      option,
      `has ${JSON.stringify(unknown)}, which is not a field`,
      `choose from ${fieldNames.join(', ')}`,
      meantWord(unknown, fieldNames),
    );
  return new Set(names.filter(isFieldName));
}
