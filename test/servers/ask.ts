import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { isIPv6 } from 'node:net';
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
  readonly agent?: Agent;
  /** Who is asked. Without one, the shop, at the address of the visitor's kind. */
  readonly to?: string;
  readonly port?: number;
}

/** Asks the shop as a visitor there would. */
export function ask(path: string, { from, headers = [], agent, to = from !== undefined && isIPv6(from) ? shop.address6 : shop.address, port = 80 }: Question = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const connection = { host: to, port, path, agent: agent ?? false, ...(from !== undefined && { localAddress: from }) };
    const outgoing = request({ ...connection, headers: ['host', shop.host, ...headers] }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        try {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: decode(Buffer.concat(chunks), response.headers['content-encoding']) });
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.on('error', reject).end();
  });
}

/** What the record says, or what came in its place. */
export async function askRecord(question: Question & { readonly query?: string } = {}): Promise<Readonly<Record<string, unknown>>> {
  const { status, text } = await ask(`/geo${question.query ?? ''}`, question);
  const record: unknown = status === 200 && text.startsWith('{') ? JSON.parse(text) : undefined;
  return typeof record === 'object' && record !== null ? { ...record } : { status, text };
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return '';
  return String(encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body);
}
