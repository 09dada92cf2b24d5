import { AsyncLocalStorage } from 'node:async_hooks';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readingLimits } from '../rules/reading-limits.ts';

/** One response, as it came. */
export interface Reply {
  readonly url: string;
  readonly status: number;
  /** Names in lower case. Repeated ones are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly ms: number;
  /** The address of the server that responded. */
  readonly server: string;
}

const defaultPatienceMs = 15_000;

/** What an examination that others start may reach and take. */
export interface RequestLimits {
  /** Scheme, host and port of the servers that are asked. No other gets a request, whatever a page names. */
  readonly origins: readonly string[];
  /** The longest response, also when it is decompressed. On the owner's own machine it may be as long as a feed. */
  readonly mostBytes?: number;
  /** Ends all requests. */
  readonly signal?: AbortSignal;
  /** Waits until a host may get its next request. */
  readonly pace?: (host: string) => Promise<void>;
}

const limits = new AsyncLocalStorage<RequestLimits>();

/** Keeps every request of an examination within limits. */
export function withLimits<Value>(own: RequestLimits, examine: () => Promise<Value>): Promise<Value> {
  return limits.run(own, examine);
}

/** What a browser sends: caches and firewalls look at it. */
const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'accept-encoding': 'gzip, br',
  'accept-language': 'en',
};

/**
 * Sends one request and does not follow redirects. Without `fetch`, which hides some headers and refuses to send
 * others.
 *
 * @param patienceMs longest wait for the whole response: a page that comes byte by byte would never end.
 * @throws NoAnswer if there is no response, or none that can be read.
 */
export async function request(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  patienceMs = defaultPatienceMs,
): Promise<Reply> {
  const { origins, mostBytes = readingLimits.feedBytes, signal, pace } = limits.getStore() ?? {};
  const { origin, host } = new URL(url);
  if (origins?.includes(origin) === false) throw new NotAsked(url, origins);
  await pace?.(host);
  const start = performance.now();
  const timeout = AbortSignal.timeout(patienceMs);
  const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
  try {
    const { response, body, server } = await answerOf(url, headers, mostBytes, ends);
    return {
      url,
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      text: decode(body, response, mostBytes),
      ms: performance.now() - start,
      server,
    };
  } catch (error) {
    const reason = signal?.aborted === true ? 'the time for this check was over' : undefined;
    throw new NoAnswer(reason ?? reasonOf(new URL(url), error, patienceMs), { cause: error });
  }
}

function answerOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  mostBytes: number,
  signal: AbortSignal,
): Promise<{ readonly response: IncomingMessage; readonly body: Buffer; readonly server: string }> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const sent = send(url, { headers: { ...browserHeaders, ...headers }, signal }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const server = response.socket.remoteAddress ?? '';
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > mostBytes) response.destroy(tooLong(mostBytes));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ response, body: Buffer.concat(chunks), server }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/**
 * Its message says in one line why there is no response, in words for people who do not know the system's error codes.
 */
export class NoAnswer extends Error {
  get isCertificate(): boolean {
    return certificateCodes.test((this.cause as NodeJS.ErrnoException | undefined)?.code ?? '');
  }
}

/** Nobody was asked: the limits of this examination leave the address out. */
export class NotAsked extends NoAnswer {
  constructor(url: string, origins: readonly string[]) {
    super(`${new URL(url).origin} is not asked from here, only ${origins.join(', ')}`);
  }
}

/** What a check says of a request that failed. Throws again what was not asked, which is no failure. */
export function failureOf(error: unknown): string {
  if (error instanceof NotAsked) throw error;
  return error instanceof Error ? error.message : String(error);
}

export function notLookedAt({ message }: NotAsked): string {
  return `This was not looked at: ${message}.`;
}

function tooLong(mostBytes: number): Error {
  return new Error(`it sends more than ${mostBytes / 1_000_000} MB`);
}

const certificateCodes = /CERT|SIGNATURE/;

function reasonOf({ host, hostname }: URL, cause: unknown, patienceMs: number): string {
  const {
    code = '',
    name = '',
    message = String(cause),
  } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  if (code === 'ENOTFOUND') return `there is no host ${hostname}`;
  if (code === 'EAI_AGAIN') return `the name ${hostname} cannot be looked up from here`;
  if (code === 'ECONNREFUSED') return `nothing listens at ${host}`;
  if (code === 'ECONNRESET') return 'it closed the connection';
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${patienceMs / 1000} s`;
  if (/wrong version number/i.test(message)) return 'it speaks http there, and not https';
  if (certificateCodes.test(code)) return `browsers refuse its certificate (${message.replace(/[\n;].*/s, '')})`;
  return message.replace(/\n.*/s, '');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

const decompressors: Readonly<Record<string, (body: Buffer, most: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

function decode(body: Buffer, { headers }: IncomingMessage, mostBytes: number): string {
  const encoding = headers['content-encoding'];
  try {
    const decompress = encoding === undefined ? undefined : decompressors[encoding];
    return (decompress?.(body, { maxOutputLength: mostBytes }) ?? body).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLong(mostBytes);
    throw new Error(`it says that it is compressed (Content-Encoding: ${encoding}), and it cannot be read that way`, {
      cause: error,
    });
  }
}

/** Headers of a browser that opens a page. */
export const navigationHeaders = {
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
} as const;

/** Headers of the widget's request for the record. */
export const widgetHeaders = {
  accept: '*/*',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
} as const;
