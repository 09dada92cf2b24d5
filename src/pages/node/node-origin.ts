import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isWholePage } from '../front/page-response.ts';
import type { AskOrigin } from '../front/pages.ts';

const agentOptions = { keepAlive: true, scheduling: 'lifo' } as const;

/**
 * Asks the pages' server over `node:http`. Not with `fetch`, which decodes every body, so that pictures and scripts
 * would leave larger than they came.
 *
 * @param patienceMs longest wait for the head of a response. After that a stream of events may be silent as long as it
 *   likes.
 */
export function createNodeOrigin(patienceMs = 30_000): AskOrigin {
  const http = new HttpAgent(agentOptions);
  const https = new HttpsAgent({ ...agentOptions, rejectUnauthorized: true });
  return async (url, request, headers, asPage) => {
    if (asPage) acceptOnlyDecodable(headers);
    const send = (agent: HttpAgent | false) => sendOnward({ url, request, headers, agent, patienceMs });
    const response = await send(url.startsWith('https:') ? https : http).catch((error: unknown) => {
      // The server closed the connection while it was used again. It may have seen the request.
      if (error instanceof StaleConnection && request.body === null && idempotent.test(request.method))
        return send(false);
      throw error;
    });
    try {
      return toResponse(response, request.method, asPage);
    } catch (error) {
      // HTTP has no such status. Nobody will read the rest of the response.
      response.destroy();
      throw error;
    }
  };
}

class StaleConnection extends Error {}

/** Methods that may be sent twice. https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2 */
const idempotent = /^(GET|HEAD|OPTIONS|PUT|DELETE)$/;

interface OnwardRequest {
  readonly url: string;
  readonly request: Request;
  readonly headers: Headers;
  /** `false`: on a new connection. */
  readonly agent: HttpAgent | false;
  readonly patienceMs: number;
}

/** @returns the response as soon as its head is there. */
function sendOnward({ url, request, headers, agent, patienceMs }: OnwardRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const start = url.startsWith('https:') ? httpsRequest : httpRequest;
    const outgoing = start(url, {
      path: /^https?:\/\/[^/]*(.*)/s.exec(url)?.[1] ?? '/',
      method: request.method,
      headers: framed(headers, request.body !== null),
      agent,
      signal: request.signal,
    });
    outgoing.on('response', (response) => {
      outgoing.setTimeout(0);
      resolve(response);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      reject(outgoing.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
    );
    outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error(`no answer within ${patienceMs} ms`)));
    if (request.body === null) outgoing.end();
    else pipeline(Readable.fromWeb(request.body as NodeStream<Uint8Array>), outgoing).catch(reject);
  });
}

/** Browsers accept zstd too, but a page in zstd would pass without its visitor's record. */
function acceptOnlyDecodable(headers: Headers): void {
  const accepted = headers
    .get('accept-encoding')
    ?.split(',')
    .filter((item) => decoders.has(item.replace(/;.*/s, '').trim().toLowerCase()));
  if (accepted) headers.set('accept-encoding', accepted.join(',').trim() || 'identity');
}

/**
 * Adds where the body ends, and removes a length without a body. Node by itself sends the body of a DELETE or OPTIONS
 * without an end. Then the server would take a visitor's body for the next request, or the next request for the body.
 * https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */
function framed(headers: Headers, hasBody: boolean): Record<string, string> {
  const { 'content-length': length, ...rest } = Object.fromEntries(headers);
  if (!hasBody) return rest;
  return { ...rest, ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }) };
}

function toResponse(response: IncomingMessage, method: string, asPage: boolean): Response {
  const { statusCode: status = 502, statusMessage: statusText = '', rawHeaders } = response;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const createDecoder =
    asPage && isWholePage(status, headers)
      ? decoders.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '')
      : undefined;
  if (createDecoder) {
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  if (method === 'HEAD' || status === 204 || status === 205 || status === 304) {
    response.resume();
    return new Response(null, { status, statusText, headers });
  }
  const decoder = createDecoder?.();
  // If the server breaks off, whoever reads the body gets the error.
  if (decoder) pipeline(response, decoder).catch(() => undefined);
  return new Response(Readable.toWeb(decoder ?? response) as ReadableStream<Uint8Array>, {
    status,
    statusText,
    headers,
  });
}

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);
