import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
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
    const send = (agent: HttpAgent | false) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const start = url.startsWith('https:') ? httpsRequest : httpRequest;
        const outgoing = start(url, { method: request.method, headers: framed(headers, request.body !== null), agent, signal: request.signal }, (response) => {
          outgoing.setTimeout(0);
          resolve(response);
        });
        outgoing.on('error', (error: NodeJS.ErrnoException) => reject(outgoing.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error));
        outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error(`no answer within ${patienceMs} ms`)));
        if (request.body === null) outgoing.end();
        else pipeline(Readable.fromWeb(request.body as NodeStream<Uint8Array>), outgoing).catch(reject);
      });
    const response = await send(url.startsWith('https:') ? https : http).catch((error: unknown) => {
      // The server may close a connection at the moment it is used again; whether it did anything is not known.
      if (error instanceof StaleConnection && request.body === null && repeatable.test(request.method)) return send(false);
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
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  if (method === 'HEAD' || status === 204 || status === 205 || status === 304) {
    response.resume();
    return new Response(null, { status, statusText, headers });
  }
  const decoder = asPage && isWholePage(status, headers) ? decoderFor(headers.get('content-encoding')) : undefined;
  if (decoder) {
    headers.delete('content-encoding');
    headers.delete('content-length');
    // What breaks off ends the page in an error that its reader sees.
    pipeline(response, decoder).catch(() => {});
  }
  return new Response(Readable.toWeb(decoder ?? response) as ReadableStream<Uint8Array>, { status, statusText, headers });
}

function decoderFor(encoding: string | null) {
  if (encoding === null) return undefined;
  const name = encoding.trim().toLowerCase();
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'br') return createBrotliDecompress();
  if (name === 'deflate') return createInflate();
  return undefined;
}
