import { refuseOption } from '../../http/read-settings.ts';
import { type HeaderSource, headerSources, isKnownHost, type KnownHost } from './header-sources.ts';
import { meantWord } from '../../http/meant-value.ts';
import { type OwnHeaders, readOwnHeaders } from './own-headers.ts';

/** In place of a service: a host that is known by its name, or which header of a host says which field. */
export interface HostUpstream {
  readonly host: KnownHost | OwnHeaders;
}

/** Whether the record is made of what a host says, so that there is no service and no key. */
export function isHostUpstream(upstream: unknown): upstream is HostUpstream | `host${string}` {
  return upstream === 'host' || isObject(upstream) || (typeof upstream === 'string' && upstream.startsWith('host:'));
}

/**
 * Reads `{ host: 'cloudfront' }`, `{ host: { countryCode: 'X-Country' } }`, and the same as text: `host:cloudfront`,
 * `host:countryCode=X-Country,city=X-City`.
 *
 * @returns undefined for a service, and for `host` alone, where an adapter says where the visitor is.
 * @throws TypeError for a host that is not known, or a table that is wrong.
 */
export function readHeaderSource(upstream: unknown): HeaderSource | undefined {
  if (upstream === 'host' || !isHostUpstream(upstream)) return undefined;
  const host: unknown = typeof upstream === 'string' ? parseText(upstream.slice('host:'.length).trim()) : upstream.host;
  if (isObject(host)) return readOwnHeaders(host);
  if (isKnownHost(host)) return headerSources[host];
  const fix = `choose from ${Object.keys(headerSources).join(', ')}, or name its headers: host:countryCode=X-Country`;
  if (host === 'netlify')
    return refuseOption(
      'upstream',
      'names netlify, which reports places only to its own functions',
      'use geolet/proxy/netlify',
    );
  return refuseOption('upstream', `names ${JSON.stringify(host)}, a host that is not known`, fix, meantHostName(host));
}

function meantHostName(host: unknown): string | undefined {
  const meant = typeof host === 'string' ? meantWord(host, Object.keys(headerSources)) : undefined;
  return meant && `host:${meant}`;
}

/**
 * The text that says the same as an `upstream` in a configuration file. @returns undefined if it is not an upstream.
 */
export function writeHostUpstream(upstream: unknown): string | undefined {
  const host = isObject(upstream) ? upstream['host'] : undefined;
  if (typeof host === 'string') return `host:${host}`;
  if (!isObject(host) || !Object.values(host).every((name) => typeof name === 'string')) return undefined;
  return `host:${Object.entries(host)
    .map(([field, name]) => `${field}=${String(name)}`)
    .join(',')}`;
}

function parseText(text: string): string | Readonly<Record<string, string>> {
  if (!text.includes('=')) return text;
  const pairs = text.split(/[\s,]+/).map((pair) => pair.split('='));
  return Object.fromEntries(pairs.map(([field = '', ...name]) => [field, name.join('=')]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
