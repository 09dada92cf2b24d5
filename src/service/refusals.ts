import type { IncomingMessage } from 'node:http';
import { ServiceError } from './service-error.ts';

function badRequest(description: string): ServiceError {
  return new ServiceError(400, `The request can't be understood. ${description}`, { connection: 'close' });
}

/** Refuses what Node accepts but two programs could read in different ways. @returns undefined for a good request. */
export function refusal({ rawHeaders, headers, url = '', httpVersion }: IncomingMessage): ServiceError | undefined {
  let hosts = 0;
  let keys = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // Lengths first: lower-casing every name of every request shows in a profile.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') keys++;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return badRequest('It needs exactly one Host header.');
  if (keys > 1) return badRequest('It has more than one Authorization header.');
  // A host name, an address, a port. https://www.rfc-editor.org/rfc/rfc9110#section-7.2
  if (!/^[\w.:[\]~-]*$/.test(headers.host ?? '')) return badRequest('Its Host header is malformed.');
  if (!url.startsWith('/')) return badRequest('Its target is not a path.');
  if (url.includes('\\')) return badRequest('Its target is malformed.');
  return undefined;
}
