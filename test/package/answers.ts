import { type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A request of somebody, and what it may come to. */
export interface Ask {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How it ends; whole where nothing is said. */
  readonly end?: 'leave' | 'broken';
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was before it was compressed. */
  readonly body: string;
  /** Whether the connection broke off. */
  readonly isBroken: boolean;
}

/** Asks as a browser behind a server in front, which takes compressed answers. */
export function ask(url: string, { path, method = 'GET', headers = {}, end }: Ask): Promise<Answer> {
  const sent = { accept: 'text/html', 'accept-encoding': 'gzip, br', 'x-forwarded-for': '212.27.48.10', ...headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url + path, { method, headers: sent, agent: false }, (response) => {
      if (end === 'leave') {
        response.once('data', () => response.destroy());
        response.on('error', () => {});
        response.on('close', () => resolve({ ...headOf(response), body: '', isBroken: true }));
        return;
      }
      buffer(response).then(
        (bytes) => resolve({ ...headOf(response), body: decompress(response, bytes), isBroken: false }),
        () => resolve({ ...headOf(response), body: '', isBroken: true }),
      );
    });
    // A server that does not answer.
    request.setTimeout(15_000, () => request.destroy(new Error(`${method} ${path} is not answered.`)));
    request.on('error', (error) => {
      if (end === 'broken') resolve({ status: 0, headers: {}, body: '', isBroken: true });
      else reject(error);
    });
    request.end();
  });
}

function headOf({ statusCode = 0, rawHeaders }: IncomingMessage): Pick<Answer, 'status' | 'headers'> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = withoutChance(name, rawHeaders[index + 1] ?? '');
    headers[name] = name in headers ? `${headers[name]}\n${value}` : value;
  }
  return { status: statusCode, headers };
}

/** What differs between any two answers of one server. */
function withoutChance(name: string, value: string): string {
  if (name === 'set-cookie') return value.replace(/=[^;]*/, '=…').replace(/expires=[^;]*/i, 'expires=…');
  return /^(date|x-response-time|ratelimit.*|x-ratelimit.*)$/.test(name) ? value.replace(/\d.*/, '…') : value;
}

function decompress({ headers }: IncomingMessage, bytes: Buffer): string {
  const encoding = headers['content-encoding'] ?? 'identity';
  const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    identity: (same) => same,
    gzip: gunzipSync,
    br: brotliDecompressSync,
    deflate: inflateSync,
  };
  return bytes.length === 0 ? '' : (decoders[encoding]?.(bytes).toString('latin1') ?? `in ${encoding}`);
}
