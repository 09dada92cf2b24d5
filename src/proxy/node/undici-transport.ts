import { BodyCollector, type Transport, type UpstreamRequest, type UpstreamResponse } from '../record/transport.ts';
import { createNodeTransport, maxSockets } from './transport.ts';

/** What is used of `undici`. It is an optional peer, so its own types may not be there. */
export interface Undici {
  readonly Pool: new (origin: string, options: PoolOptions) => Pool;
}

interface PoolOptions {
  readonly connections: number;
  readonly allowH2: boolean;
  readonly connect: { readonly rejectUnauthorized: boolean };
}

interface Pool {
  dispatch(
    request: { readonly path: string; readonly method: 'GET'; readonly headers: string[] },
    handler: Handler,
  ): boolean;
}

interface Handler {
  onRequestStart(controller: Controller): void;
  onResponseStart(controller: Controller, status: number, headers: Headers): void;
  onResponseData(controller: Controller, chunk: Uint8Array): void;
  onResponseEnd(): void;
  onResponseError(controller: unknown, error: Error): void;
}

interface Controller {
  abort(reason: Error): void;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The transport over `undici`, by its lowest interface: its promises and streams cost as much again as they save. It
 * verifies TLS and follows no redirects, as the one over `node:http`.
 */
export function createUndiciTransport({ Pool }: Undici): Transport {
  const options: PoolOptions = { connections: maxSockets, allowH2: false, connect: { rejectUnauthorized: true } };
  let last: { readonly url: string; readonly path: string; readonly pool: Pool } | undefined;
  const serviceAt = (url: string) => {
    // A proxy asks only one URL.
    if (last?.url !== url) {
      const { origin, pathname } = new URL(url);
      last = { url, path: pathname, pool: new Pool(origin, options) };
    }
    return last;
  };
  const onNewConnection = createNodeTransport();
  const ask: Transport = (request) =>
    new Promise((resolve, reject) => {
      const { path, pool } = serviceAt(request.url);
      pool.dispatch({ path, method: 'GET', headers: [...request.headers] }, new Exchange(request, { resolve, reject }));
    });
  // The service closed the connection while it was used again, and has not seen the request. So send it again. The pool
  // might choose another connection that is closed by now; `node:http` opens a new one.
  return (request) =>
    ask(request).catch((error: unknown) => {
      if (error instanceof StaleConnection) return onNewConnection(request);
      throw error;
    });
}

class StaleConnection extends Error {}

/** Whether a connection ended that had carried a response before, and none to this request. */
function isStale(error: Error): boolean {
  const { code, socket } = error as { readonly code?: unknown; readonly socket?: { readonly bytesRead?: number } };
  return code === 'ECONNRESET' || code === 'EPIPE' || (code === 'UND_ERR_SOCKET' && (socket?.bytesRead ?? 0) > 0);
}

interface Callbacks {
  readonly resolve: (response: UpstreamResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** One request and its response. */
class Exchange implements Handler {
  readonly #signal: UpstreamRequest['signal'];
  readonly #callbacks: Callbacks;
  readonly #body: BodyCollector;
  #status = 0;
  #headers: Headers = {};

  constructor({ signal, maxBodyBytes }: UpstreamRequest, callbacks: Callbacks) {
    this.#signal = signal;
    this.#callbacks = callbacks;
    this.#body = new BodyCollector(maxBodyBytes);
  }

  onRequestStart(controller: Controller): void {
    if (this.#signal.aborted) controller.abort(new Error('aborted'));
    else this.#signal.addEventListener('abort', () => controller.abort(new Error('aborted')));
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    try {
      this.#body.add(chunk);
    } catch (error) {
      this.#callbacks.reject(error);
      controller.abort(new Error('too long'));
    }
  }

  onResponseEnd(): void {
    const get = (name: string): string | null => {
      const value = this.#headers[name];
      return typeof value === 'string' ? value : null;
    };
    this.#callbacks.resolve({ status: this.#status, headers: { get }, text: this.#body.text() });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#callbacks.reject(this.#status === 0 && isStale(error) ? new StaleConnection() : error);
  }
}
