import { createHostFunction, type FunctionOptions } from '../../proxy/hosts/host-function.ts';
import { headerSources } from '../../proxy/hosts/header-sources.ts';
import { hostRecord } from '../../proxy/hosts/host-record.ts';
import { readFacts } from '../../proxy/hosts/believed-place.ts';

export type { FunctionOptions } from '../../proxy/hosts/host-function.ts';

/**
 * The proxy as a Vercel Function: `export default createVercelFunction()` in `api/geo.ts`. The address and the place
 * are those that Vercel writes into each request, whatever a visitor sends.
 * https://vercel.com/docs/headers/request-headers
 *
 * @param options without them, the record is made of what Vercel knows, and there is no service and no key.
 * @returns an object with `fetch`, which Vercel calls for each request.
 * @throws TypeError when an option is wrong.
 */
export function createVercelFunction(options: FunctionOptions = {}): {
  readonly fetch: (request: Request) => Promise<Response>;
} {
  const respond = createHostFunction(options);
  return {
    fetch: (request) =>
      respond(request, {
        ip: request.headers.get('x-real-ip') ?? '',
        place: hostRecord(readFacts(headerSources.vercel, request.headers)),
        host: 'vercel',
      }),
  };
}
