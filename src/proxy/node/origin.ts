import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isWholePage } from '../pages/page-answer.ts';
import type { AskOrigin } from '../pages/pages.ts';

const agentOptions = { keepAlive: true, scheduling: 'lifo' } as const;

/**
 * `node:http` instead of `fetch`, which decodes every body that passes, so that pictures and scripts would leave larger than they came.
 *
 * @param patienceMs longest wait for the head of an answer. A stream of events may say nothing for as long as it likes.
 */
export function createNodeOrigin(patienceMs = 30_000): AskOrigin {
  const http = new HttpAgent(agentOptions);
  const https = new HttpsAgent({ ...agentOptions, rejectUnauthorized: true });
  return async (url, request, headers, asPage) => {
    if (asPage) askReadable(headers);
    const send = (agent: HttpAgent | false) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const start = url.startsWith('https:') ? httpsRequest : httpRequest;
        const outgoing = start(
          url,
          {
            path: /^https?:\/\/[^/]*(.*)/s.exec(url)?.[1] ?? '/',
            method: request.method,
            headers: framed(headers, request.body !== null),
            agent,
            signal: request.signal,
          },
          (response) => {
            outgoing.setTimeout(0);
            resolve(response);
          },
        );
        outgoing.on('error', (error: NodeJS.ErrnoException) =>
          reject(outgoing.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
        );
        outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error(`no answer within ${patienceMs} ms`)));
        if (request.body === null) outgoing.end();
        else pipeline(Readable.fromWeb(request.body as NodeStream<Uint8Array>), outgoing).catch(reject);
      });
    const response = await send(url.startsWith('https:') ? https : http).catch((error: unknown) => {
      // The server may close a connection at the moment it is used again; whether it did anything is not known.
      if (error instanceof StaleConnection && request.body === null && repeatable.test(request.method))
        return send(false);
      throw error;
    });
    try {
      return toResponse(response, request.method, asPage);
    } catch (error) {
      // What HTTP has no such status for is no answer, and its connection of no use.
      response.destroy();
      throw error;
    }
  };
}

/** A page comes so that it can be read: in zstd, which browsers take, it would pass without its visitor's record. */
function askReadable(headers: Headers): void {
  const accepted = headers
    .get('accept-encoding')
    ?.split(',')
    .filter((item) => decoders.has(item.replace(/;.*/s, '').trim().toLowerCase()));
  if (accepted) headers.set('accept-encoding', accepted.join(',').trim() || 'identity');
}

/** To ask twice is as to ask once. https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2 */
const repeatable = /^(GET|HEAD|OPTIONS|PUT|DELETE)$/;

class StaleConnection extends Error {}

/**
 * Says where the body ends, and of none that there is none. By itself Node sends a body of DELETE or OPTIONS without an end, and a length
 * without a body: either way the server takes what a visitor wrote, or the next visitor's request, for something else.
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
  // What breaks off ends the page in an error that its reader sees.
  if (decoder) pipeline(response, decoder).catch(() => {});
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
