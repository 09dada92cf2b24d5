import { type ProxyOptions, createProxy } from '../proxy.ts';
import type { Peer } from '../visitor-request.ts';
import { createWorkerPages, type WorkerPageOptions } from './pages.ts';
import { placeOf } from './place.ts';

export type { ProxyOptions } from '../proxy.ts';
export type { WorkerPageOptions } from './pages.ts';

export interface WorkerOptions extends ProxyOptions {
  /** Where the owner's pages come from, when the Worker stands in front of them. */
  readonly pages?: WorkerPageOptions | undefined;
}

/** What Cloudflare hands to a Worker: a `Request` that knows where it comes from. */
type CloudflareRequest = Request & { readonly cf?: unknown };

/**
 * Makes a Worker of the proxy. The address is the one that Cloudflare sets for each request, whatever a visitor sends.
 * https://developers.cloudflare.com/fundamentals/reference/http-headers/#cf-connecting-ip
 *
 * @param optionsOf reads the options out of the Worker's variables and secrets, once.
 */
export function createWorker<Environment>(optionsOf: (environment: Environment) => WorkerOptions) {
  let proxy: ((request: Request, peer: Peer) => Promise<Response>) | undefined;
  return {
    fetch(request: CloudflareRequest, environment: Environment): Promise<Response> {
      // Each visitor asks for themselves: what one request of a Worker waits for ends with it, also for others.
      proxy ??= start({ share: false, ...optionsOf(environment) });
      return proxy(request, {
        ip: request.headers.get('cf-connecting-ip') ?? '',
        place: placeOf(request.cf),
        host: 'workers',
      });
    },
  };
}

function start(options: WorkerOptions): (request: Request, peer: Peer) => Promise<Response> {
  return options.pages ? createWorkerPages(options, options.pages) : createProxy(options);
}
