import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { BodyCollector, type Transport, type UpstreamRequest, type UpstreamResponse } from '../record/transport.ts';

/**
 * Keeps all connections to the service open, because opening one costs more than a request. More requests at once wait
 * for one of them.
 */
export const maxSockets = 256;

const agentOptions = { keepAlive: true, maxSockets, maxFreeSockets: maxSockets, scheduling: 'lifo' } as const;

/**
 * The transport for Node, over `node:http`: `fetch` costs several times more there. `openNodeTransport` takes a faster
 * one where it is installed. It verifies TLS and follows no
 * redirects.
 */
export function createNodeTransport(): Transport {
  const http = new HttpAgent(agentOptions);
  // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment cannot send the key to anyone else.
  const https = new HttpsAgent({ ...agentOptions, rejectUnauthorized: true });
  let last: { readonly url: string; readonly service: Service } | undefined;
  const serviceAt = (url: string): Service => {
    // A proxy asks only one URL.
    if (last?.url !== url) last = { url, service: toService(url, url.startsWith('https:') ? https : http) };
    return last.service;
  };
  return (request) =>
    new Promise((resolve, reject) => {
      const service = serviceAt(request.url);
      send(request, service, {
        resolve,
        reject: (error) => {
          // The service closed the connection while it was used again, and has not seen the request. So send it again.
          if (error instanceof StaleConnection)
            send(request, { ...service, options: { ...service.options, agent: false } }, { resolve, reject });
          else reject(error);
        },
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

interface Callbacks {
  readonly resolve: (response: UpstreamResponse) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Callbacks, and headers as the list that `node:http` writes as it is: promises, and setting headers one by one, cost
 * more.
 */
function send(
  { headers, maxBodyBytes, signal }: UpstreamRequest,
  { start, options, host }: Service,
  { resolve, reject }: Callbacks,
): void {
  const request = start({ ...options, headers: ['host', host, ...headers] }, (response) =>
    readBody(response, maxBodyBytes, { resolve, reject }),
  );
  request.on('error', (error: NodeJS.ErrnoException) =>
    reject(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
  );
  // Not the `signal` option of `request`: it costs as much as the request itself.
  signal.addEventListener('abort', () => request.destroy(new Error('aborted')));
  if (signal.aborted) request.destroy(new Error('aborted'));
  else request.end();
}

function readBody(response: IncomingMessage, maxBodyBytes: number, { resolve, reject }: Callbacks): void {
  const body = new BodyCollector(maxBodyBytes);
  response.on('data', (chunk: Buffer) => {
    try {
      body.add(chunk);
    } catch (error) {
      reject(error);
      response.destroy();
    }
  });
  response.on('end', () => resolve(toUpstreamResponse(response, body.text())));
  response.on('error', reject);
}

function toUpstreamResponse({ statusCode = 0, headers }: IncomingMessage, text: string): UpstreamResponse {
  const get = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  return { status: statusCode, headers: { get }, text };
}
