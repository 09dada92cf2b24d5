import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { request as requestByTls } from 'node:https';
import { isIPv6 } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { shop } from './network.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Question {
  /** The visitor's address. Without one, in Lyon. */
  readonly from?: string;
  /** Names and values in turn, so that a name may come twice. */
  readonly headers?: readonly string[];
  /** The name that is asked for. Without one, the shop's. */
  readonly host?: string;
  readonly agent?: Agent;
  /** Who is asked. Without one, the shop, at the address of the visitor's kind. */
  readonly to?: string;
  readonly port?: number;
}

/** Asks the shop as a visitor there would. */
export async function ask(
  path: string,
  {
    from,
    headers = [],
    host = shop.host,
    agent,
    to = from !== undefined && isIPv6(from) ? shop.address6 : shop.address,
    port = 80,
  }: Question = {},
): Promise<Answer> {
  const connection = { host: to, port, path, agent: agent ?? false, ...(from !== undefined && { localAddress: from }) };
  // Nobody whom the visitor knows has signed the shop's certificate.
  const outgoing = (port === 443 ? requestByTls : request)({
    ...connection,
    headers: ['host', host, ...headers],
    rejectUnauthorized: false,
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.end();
  const [response] = await answered;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: decode(await buffer(response), response.headers['content-encoding']),
  };
}

/** What the record says, or what came in its place. */
export async function askRecord(
  question: Question & { readonly query?: string } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { status, text } = await ask(`/geo${question.query ?? ''}`, question);
  const record: unknown = status === 200 && text.startsWith('{') ? JSON.parse(text) : undefined;
  return typeof record === 'object' && record !== null ? { ...record } : { status, text };
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return '';
  if (encoding === 'br') return String(brotliDecompressSync(body));
  return String(encoding === 'gzip' ? gunzipSync(body) : body);
}
