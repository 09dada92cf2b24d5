import { type ProxyOptions, createProxy } from '../../proxy/proxy.ts';
import { connectingAddress } from '../../proxy/address/pseudo-address.ts';
import type { Peer } from '../../proxy/request/visitor-request.ts';
import { createWorkerPages, type WorkerPageOptions } from '../../pages/workers/worker-pages.ts';
import { placeOf } from './place.ts';

export type { ProxyOptions } from '../../proxy/proxy.ts';
export type { WorkerPageOptions } from '../../pages/workers/worker-pages.ts';

export interface WorkerOptions extends ProxyOptions {
  /** Where the owner's pages come from, if the Worker is in front of them. */
  readonly pages?: WorkerPageOptions | undefined;
}

/** A `Request` as Cloudflare passes it to a Worker. `cf` says where it comes from. */
type CloudflareRequest = Request & { readonly cf?: unknown };

/**
 * Creates a Worker of the proxy. The visitor's address comes from a header that Cloudflare sets on every request;
 * visitors cannot. https://developers.cloudflare.com/fundamentals/reference/http-headers/#cf-connecting-ip
 *
 * @param optionsOf reads the options from the Worker's variables and secrets. It is called once.
 */
export function createWorker<Environment>(optionsOf: (environment: Environment) => WorkerOptions) {
  let proxy: ((request: Request, peer: Peer) => Promise<Response>) | undefined;
  return {
    fetch(request: CloudflareRequest, environment: Environment): Promise<Response> {
      // Don't share requests: what a Worker's request waits for is aborted when that request ends, also for all others.
      proxy ??= start({ share: false, ...optionsOf(environment) });
      return proxy(request, {
        ip: connectingAddress(request.headers) ?? '',
        place: placeOf(request.cf),
        host: 'workers',
      });
    },
  };
}

function start(options: WorkerOptions): (request: Request, peer: Peer) => Promise<Response> {
  return options.pages ? createWorkerPages(options, options.pages) : createProxy(options);
}
