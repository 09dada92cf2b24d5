import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { BodyCollector } from '../body-collector.ts';
import type { Transport, UpstreamRequest, UpstreamResponse } from '../transport.ts';

/** Connections to the service stay open between requests, all of them: opening one costs more than a request. More visitors at once wait for one. */
const agentOptions = { keepAlive: true, maxSockets: 256, maxFreeSockets: 256, scheduling: 'lifo' } as const;

/** `node:http` with connections kept open: `fetch` costs Node several times more. It follows no redirect and verifies TLS. */
export function createNodeTransport(): Transport {
  const http = new HttpAgent(agentOptions);
  // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment can't send the key to anybody.
  const https = new HttpsAgent({ ...agentOptions, rejectUnauthorized: true });
  let last: { readonly url: string; readonly options: RequestOptions } | undefined;
  const optionsOf = (url: string): RequestOptions => {
    // A proxy asks one URL.
    if (last?.url !== url) last = { url, options: { ...toOptions(url), agent: url.startsWith('https:') ? https : http } };
    return last.options;
  };
  return async (request) => {
    const options = optionsOf(request.url);
    try {
      return await send(request, options);
    } catch (error) {
      // The service may close a connection at the moment it is used again. Nothing was answered, so asking anew is safe.
      if (error instanceof StaleConnection) return send(request, { ...options, agent: false });
      throw error;
    }
  };
}

class StaleConnection extends Error {}

function toOptions(url: string): RequestOptions {
  const { protocol, hostname, port, pathname } = new URL(url);
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: pathname };
}

function send({ headers, maxBodyBytes, signal }: UpstreamRequest, options: RequestOptions): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const request = (options.protocol === 'https:' ? httpsRequest : httpRequest)({ ...options, method: 'GET', headers }, (response) => {
      readBody(response, maxBodyBytes).then((text) => resolve(toResponse(response, text)), reject);
    });
    request.on('error', (error: NodeJS.ErrnoException) => reject(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error));
    // Not the `signal` option of request: it costs as much as the request itself.
    signal.addEventListener('abort', () => request.destroy(new Error('aborted')));
    if (signal.aborted) request.destroy(new Error('aborted'));
    else request.end();
  });
}

function readBody(response: IncomingMessage, maxBodyBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const body = new BodyCollector(maxBodyBytes);
    response.on('data', (chunk: Buffer) => {
      try {
        body.add(chunk);
      } catch (error) {
        reject(error);
        response.destroy();
      }
    });
    response.on('end', () => resolve(body.text()));
    response.on('error', reject);
  });
}

function toResponse({ statusCode = 0, headers }: IncomingMessage, text: string): UpstreamResponse {
  const get = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  return { status: statusCode, headers: { get }, text };
}
