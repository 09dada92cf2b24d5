import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { closeServer, startDrain } from '../http/drain.ts';
import { createHardenedServer } from '../http/hardened-server.ts';
import type { Limits } from '../http/limits.ts';
import { listen as listenAt } from '../http/listen.ts';
import { hasBody, requestIdHeader, requestIdOf } from '../http/message.ts';
import { log } from './log.ts';
import type { RequestHeaders, ServiceRequest } from './request.ts';
import type { ServiceResponse } from './response.ts';
import type { Service } from './service.ts';
import { ServiceError } from './service-error.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly limits?: Partial<Limits>;
}

export interface RunningServer {
  /** Such as `http://127.0.0.1:8090`. */
  readonly url: string;
  /** Still responds, but with `Connection: close`, so that a load balancer moves its connections to other copies. */
  drain(): void;
  /** Accepts no new connections, gives running requests time to finish, then closes the other connections. */
  close(graceMs?: number): Promise<void>;
}

/** For files, databases and everything else that is not a caller's connection. */
const reservedDescriptors = 100;

/** Serves over `node:http`. What Node itself refuses gets a JSON response, too. */
export async function listen(service: Service, { host, port, limits = {} }: ListenOptions): Promise<RunningServer> {
  const server = createHardenedServer({
    handle: (incoming, outgoing) => handleRequest(service, incoming, outgoing),
    refuse: ({ status, description, headers }) => service.refuse(new ServiceError(status, description, headers)),
    log,
    limits,
    descriptors: { reserved: reservedDescriptors },
  });
  return {
    url: await listenAt(server, host, port),
    drain: () => startDrain(server),
    close: (graceMs) => closeServer(server, graceMs),
  };
}

function handleRequest(service: Service, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // An unread body can't be told apart from the next request.
  if (hasBody(incoming)) outgoing.shouldKeepAlive = false;
  const id = requestIdOf(incoming.headers[requestIdHeader]);
  const write = ({ status, headers, body }: ServiceResponse) => {
    outgoing.writeHead(status, { ...headers, [requestIdHeader]: id, 'content-length': Buffer.byteLength(body) });
    outgoing.end(incoming.method === 'HEAD' ? undefined : body);
  };
  const refused = refusal(incoming);
  if (refused === undefined) void service.handle(requestOf(incoming, id)).then(write);
  else write(service.refuse(refused));
}

function requestOf({ method = '', url = '', headers, socket }: IncomingMessage, id: string): ServiceRequest {
  const query = url.indexOf('?');
  return {
    method,
    path: query < 0 ? url : url.slice(0, query),
    headers: new NodeHeaders(headers),
    ip: socket.remoteAddress,
    id,
  };
}

class NodeHeaders implements RequestHeaders {
  readonly #headers: IncomingHttpHeaders;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name];
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }

  has(name: string): boolean {
    return this.#headers[name] !== undefined;
  }
}

function badRequest(description: string): ServiceError {
  return new ServiceError(400, `The request can't be understood. ${description}`, { connection: 'close' });
}

/** Refuses what Node accepts but two programs could read in different ways. @returns undefined for a good request. */
function refusal({ rawHeaders, headers, url = '', httpVersion }: IncomingMessage): ServiceError | undefined {
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
