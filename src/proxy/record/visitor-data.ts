// @guard answers
import type { UpstreamResponse, Transport } from './transport.ts';
import { parseAddress } from '../../record/address.ts';
import { dataDateHeader, getVisitorData, visitorAddressHeader } from '../../record/operations.ts';
import type { AbortSignalLike } from '../request/visitor-request.ts';
import { ProxyError } from '../request/proxy-error.ts';
import { refuseKey } from './refuse-key.ts';
import { requestIdHeader } from '../../http/message.ts';
import { type Lookup, passedHeaders } from './lookup.ts';

export interface UpstreamSettings {
  /** Scheme and host of the service. */
  readonly upstream: string;
  /** The key, and the second one where there is one. */
  readonly keys: readonly [key: string, secondKey?: string];
  readonly maxBodyBytes: number;
  readonly transport: Transport;
  readonly warn: (line: string) => void;
}

/** The service's response to a lookup, as it came: fields are neither checked nor redacted. */
export interface VisitorData {
  readonly record: Readonly<Record<string, unknown>>;
  /** More fields, which are the same object for all visitors of a place. */
  readonly place?: Readonly<Record<string, unknown>>;
  /** The `Link` header with the pages that the data's license wants a link to. */
  readonly license: string | undefined;
  /** The day on which the service's data were built, if it says so. */
  readonly dataDate: string | undefined;
}

/**
 * Asks the service, until the signal is aborted. A circuit breaker is a function of this type too,
 * which wraps another one.
 */
export type AskService = (lookup: Lookup, signal: AbortSignalLike) => Promise<VisitorData>;

/** The URL is made once and from settings only, so nothing that a visitor sends can change where a request goes. */
export function createAskService(settings: UpstreamSettings): AskService {
  const { keys, maxBodyBytes, transport, warn } = settings;
  const url = new URL(getVisitorData.path, settings.upstream).href;
  const withKey = createKeyRotation(keys, warn);
  const readLicenseLink = memoizeLast(licenseLink);

  return async (lookup, signal) => {
    let response: UpstreamResponse;
    try {
      response = await withKey((key) => transport({ url, headers: headersFor(lookup, key), maxBodyBytes, signal }));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ProxyError) throw error;
      throw new ProxyError(502, 'The visitor-data service cannot be reached, or broke off its answer.', {
        cause: error,
        fix: 'Check that it runs, and that GEOLET_UPSTREAM is its address.',
        outage: true,
      });
    }
    if (response.status !== 200) throw refusal(response);
    const link = response.headers.get('link');
    const known = { license: readLicenseLink(link), dataDate: readDate(response.headers.get(dataDateHeader)) };
    if (response.record !== undefined) {
      const { place, visit } = response.record;
      refuseOtherAddress(visit['IP'], lookup.address.text);
      return { record: visit, place, ...known };
    }
    const record = readBody(response.text);
    refuseKey(keys, { body: response.text, record, link });
    refuseOtherAddress(record['IP'], lookup.address.text);
    return { record, ...known };
  };
}

/** For a value that is the same in nearly all responses. */
function memoizeLast<Argument, Value>(compute: (argument: Argument) => Value): (argument: Argument) => Value {
  let last: { readonly argument: Argument; readonly value: Value } | undefined;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, value: compute(argument) };
    return last.value;
  };
}

function headersFor({ id, address, headers }: Lookup, key: string): string[] {
  const outgoing = [
    'accept',
    'application/json',
    'authorization',
    `Bearer ${key}`,
    requestIdHeader,
    id,
    visitorAddressHeader,
    address.text,
  ];
  for (const name of passedHeaders) {
    const value = headers[name];
    if (value !== undefined) outgoing.push(name, value);
  }
  return outgoing;
}

const checkUpstream = 'Check that GEOLET_UPSTREAM is the address of a visitor-data service.';

/** Key and limit belong to the proxy, not to the visitor. So 401 and 429 of the service become 502 and 503. */
function refusal({ status, headers }: UpstreamResponse): ProxyError {
  if (status === 401 || status === 403)
    return new ProxyError(502, `The visitor-data service refuses the proxy's key (${status}).`, {
      fix: 'Set GEOLET_KEY to a key that the service accepts.',
      outage: true,
    });
  if (status !== 429)
    return new ProxyError(502, `The visitor-data service answered with status ${status}.`, {
      fix: status >= 500 ? "The service's log has the reason." : checkUpstream,
      outage: status >= 500,
    });
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), 300) : 60;
  const details = {
    headers: { 'retry-after': String(wait) },
    fix: "Raise the key's limit at the service.",
    outage: true,
  };
  return new ProxyError(
    503,
    `The visitor-data service is asked too often with the proxy's key. Try again in ${wait} s.`,
    details,
  );
}

/** Pairs of escapes for one character, half of such a pair, and any other escape. */
const escapes = /\\(?:u(d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2})|u(d[89a-f][\da-f]{2})|.)/gis;

/**
 * A lone escape such as `\ud800` is half a character. It cannot be written as UTF-8, and the HTMLRewriter of Workers
 * throws at it. It is replaced before parsing: a reviver would go into the depth, and a body may be nested more deeply
 * than the stack allows.
 */
function replaceLoneSurrogates(text: string): string {
  if (!/\\ud[89a-f]/i.test(text)) return text;
  return text.replace(escapes, (escape, _pair: unknown, lone: unknown) =>
    lone === undefined ? escape : String.raw`\ufffd`,
  );
}

function readBody(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(replaceLoneSurrogates(text));
  if (!isObject(value))
    throw new ProxyError(502, 'The visitor-data service answered with something that is not a JSON object.', {
      fix: checkUpstream,
    });
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only a plain date is passed on. */
function readDate(text: string | null): string | undefined {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A service behind a shared cache may respond with another visitor's record. Its `IP` shows that. */
function refuseOtherAddress(described: unknown, asked: string): void {
  if (described === asked) return;
  const other = typeof described === 'string' ? parseAddress(described.trim()) : undefined;
  if (other !== undefined && other.text !== asked)
    throw new ProxyError(502, 'The visitor-data service described another address than the one it was asked about.', {
      fix: 'Do not put a cache between proxy and service.',
    });
}

type Send = (key: string) => Promise<UpstreamResponse>;

/**
 * Sends with the key that worked last. If the service refuses it with 401, sends again with the other key, and stays
 * with that one once it works. So an owner can add a new key and revoke the old one, and no visitor notices.
 */
function createKeyRotation(
  [first, second]: readonly [string, string?],
  warn: (line: string) => void,
): (send: Send) => Promise<UpstreamResponse> {
  if (second === undefined) return (send) => send(first);
  let current = first;
  return async (send) => {
    const used = current;
    const response = await send(used);
    const other = used === first ? second : first;
    if (response.status !== 401) return response;
    const again = await send(other);
    if (again.status === 200) {
      current = other;
      warn(
        `The visitor-data service refuses the ${used === first ? 'first' : 'second'} key; the other one is used from now on.`,
      );
    }
    return again;
  };
}

/** One link of a `Link` header and its parameters. https://www.rfc-editor.org/rfc/rfc8288#section-3 */
const linkPattern = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"\\]*"|[^\s",;]+))?)*)/g;

const maxLinks = 4;

/**
 * Some data must be credited with a link on pages that use it. The service says so with `rel="license"`. Only those
 * links are passed on, only with https, and written from their parsed URL, so that nothing else of the header reaches a
 * visitor.
 */
export function licenseLink(header: string | null): string | undefined {
  if (header === null) return undefined;
  const links = [...header.slice(0, 4096).matchAll(linkPattern)]
    .filter(([, , parameters = '']) => /;\s*rel\s*=\s*"?license"?\s*(?:;|$)/i.test(parameters))
    .flatMap(([, target = '']) => (URL.canParse(target) ? [new URL(target)] : []))
    .filter(({ protocol }) => protocol === 'https:')
    .slice(0, maxLinks);
  return links.length === 0 ? undefined : links.map(({ href }) => `<${href}>; rel="license"`).join(', ');
}
