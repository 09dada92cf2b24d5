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
  let last: { readonly url: string; readonly service: Service } | undefined;
  const serviceAt = (url: string): Service => {
    // A proxy asks one URL.
    if (last?.url !== url) last = { url, service: toService(url, url.startsWith('https:') ? https : http) };
    return last.service;
  };
  return (request) =>
    new Promise((resolve, reject) => {
      const service = serviceAt(request.url);
      send(request, service, resolve, (error) => {
        // The service may close a connection at the moment it is used again. Nothing was answered, so asking anew is safe.
        if (error instanceof StaleConnection)
          send(request, { ...service, options: { ...service.options, agent: false } }, resolve, reject);
        else reject(error);
      });
    });
}

class StaleConnection extends Error {}

interface Service {
  readonly start: typeof httpRequest;
  readonly options: RequestOptions;
  readonly host: string;
}

function toService(url: string, agent: HttpAgent): Service {
  const { protocol, hostname, port, pathname, host } = new URL(url);
  const options = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: pathname, agent };
  return { start: protocol === 'https:' ? httpsRequest : httpRequest, options, host };
}

/** By callbacks, and with the headers as the list that `node:http` writes as it is: promises, and headers set one by one, cost more. */
function send(
  { headers, maxBodyBytes, signal }: UpstreamRequest,
  { start, options, host }: Service,
  answer: (response: UpstreamResponse) => void,
  fail: (error: unknown) => void,
): void {
  const request = start({ ...options, headers: ['host', host, ...headers] }, (response) =>
    readBody(response, maxBodyBytes, answer, fail),
  );
  request.on('error', (error: NodeJS.ErrnoException) =>
    fail(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
  );
  // Not the `signal` option of request: it costs as much as the request itself.
  signal.addEventListener('abort', () => request.destroy(new Error('aborted')));
  if (signal.aborted) request.destroy(new Error('aborted'));
  else request.end();
}

function readBody(
  response: IncomingMessage,
  maxBodyBytes: number,
  answer: (response: UpstreamResponse) => void,
  fail: (error: unknown) => void,
): void {
  const body = new BodyCollector(maxBodyBytes);
  response.on('data', (chunk: Buffer) => {
    try {
      body.add(chunk);
    } catch (error) {
      fail(error);
      response.destroy();
    }
  });
  response.on('end', () => answer(toResponse(response, body.text())));
  response.on('error', fail);
}

function toResponse({ statusCode = 0, headers }: IncomingMessage, text: string): UpstreamResponse {
  const get = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  return { status: statusCode, headers: { get }, text };
}
