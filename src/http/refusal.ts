import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorStatus } from '../record/error-body.ts';
import { getVisitorData } from '../record/operations.ts';

/** Why a server refuses what never became a request. */
export interface Refused {
  readonly status: ErrorStatus;
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A whole response, for a connection that has no request to respond to. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer to CONNECT. */
export const tunnel: Refused = {
  status: 405,
  description: 'This is not a proxy to other hosts.',
  headers: { allow: getVisitorData.allow },
};

/**
 * What Node's parser and its timers refuse.
 *
 * @returns undefined when the connection itself is broken, so that nobody would read a response.
 * @see https://nodejs.org/docs/latest-v20.x/api/http.html#event-clienterror
 */
export function refusedBy({ code = '' }: NodeJS.ErrnoException): Refused | undefined {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, description: 'The address and headers of the request are longer than 16 kB.' };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, description: 'The chunk extensions of the request are too long.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, description: 'The request took too long to arrive.' };
    default:
      return code.startsWith('HPE_')
        ? { status: 400, description: "The request can't be understood. It is not valid HTTP." }
        : undefined;
  }
}

/** As it goes over the wire. The reason phrase is optional: https://www.rfc-editor.org/rfc/rfc9112#section-4 */
export function textOf({ status, headers, body }: Refusal): string {
  const all: IncomingHttpHeaders = {
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `HTTP/1.1 ${status} \r\n${lines.join('')}\r\n${body}`;
}
