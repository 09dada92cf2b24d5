import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { hasBody } from '../../http/message.ts';
import { type PlainResponse, errorResponse } from '../request/plain-response.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { hasDescriptor } from '../../http/descriptors.ts';
import { closeServer, isDraining, startDrain } from '../../http/drain.ts';
import { createHardenedServer } from '../../http/hardened-server.ts';
import { keepAliveBehindServersMs, type Limits } from '../../http/limits.ts';
import { type Log, logToStandardError } from '../log.ts';
import { ProxyError } from '../request/proxy-error.ts';
import { writeResponse } from './listener.ts';

/** A visitor's request has a few hundred bytes and no body, so it arrives at once or not at all. */
const visitorLimits = { headersMs: 5_000, requestMs: 10_000, keepAliveMs: 5_000 } as const;

/** Longest time for a request with a body to arrive. */
const uploadMs = 300_000;

/** For connections to the service, and for files. */
const reservedDescriptors = 356;

export interface ServerOptions {
  /** Whether requests have bodies: in front of pages with forms and uploads. Default no. */
  readonly bodies?: boolean;
  /** Whether connections come from the owner's servers, which keep them open for many visitors. Default no. */
  readonly behindServers?: boolean;
  /** Gets a message when connections are refused, at most once a minute. Default standard error. */
  readonly log?: Log;
  /** More that `/geolet-ready` says, such as how old the data are. */
  readonly facts?: () => Readonly<Record<string, unknown>>;
  /** Others than fit visitors. */
  readonly limits?: Partial<Limits>;
}

/**
 * Creates a `node:http` server with all limits set. It responds in the contract's error shape where Node's parser
 * refuses a request, and says at `/geolet-ready` whether it wants more requests.
 */
export function createNodeServer(
  listener: RequestListener,
  { bodies = false, behindServers = false, log = logToStandardError, facts = () => ({}), limits }: ServerOptions = {},
): Server {
  const server = createHardenedServer({
    handle(incoming, outgoing) {
      if (asksReadiness(incoming))
        writeResponse(outgoing, readinessResponse(isDraining(server), hasDescriptor(), facts()));
      else listener(incoming, outgoing);
    },
    refuse({ status, description, headers = {} }) {
      const { body, ...response } = errorResponse(new ProxyError(status, description, { headers }));
      return { ...response, body: String(body) };
    },
    log,
    limits: {
      ...visitorLimits,
      ...(bodies && { requestMs: uploadMs }),
      ...(behindServers && { keepAliveMs: keepAliveBehindServersMs }),
      ...limits,
    },
    descriptors: { reserved: reservedDescriptors, each: bodies ? 2 : 1 },
  });
  return server;
}

/**
 * Stops a server in order. First it goes on, but `/geolet-ready` says no and every response closes its connection, so
 * that load balancers go elsewhere. Then it accepts no more connections, lets responses under way finish, and closes
 * idle connections.
 *
 * @param waitMs how long the first part lasts.
 * @returns resolves when all connections are closed.
 */
export async function drain(server: Server, waitMs = 0): Promise<void> {
  startDrain(server);
  if (waitMs > 0) await pause(waitMs);
  await closeServer(server);
}

/**
 * Begins like the names of the widget's files, so that web servers pass it on by the same rule, also in front of pages.
 */
const readyPath = /^\/geolet-ready(?:\?|$)/;

/** Whether a load balancer asks if it should send requests here. Some do so without a `Host` header. */
function asksReadiness(incoming: IncomingMessage): boolean {
  const { url = '', method = '' } = incoming;
  return readyPath.test(url) && /^(GET|HEAD)$/.test(method) && !hasBody(incoming);
}

/**
 * Does not depend on the service: if it fails, all proxies would be unready at the same moment, and none would be left
 * to serve the widget's files and cached records.
 *
 * @param facts for operators, which change nothing.
 */
function readinessResponse(
  isStopping: boolean,
  hasFreeDescriptor: boolean,
  facts: Readonly<Record<string, unknown>>,
): PlainResponse {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  const isReady = !isStopping && hasFreeDescriptor;
  return {
    status: isReady ? 200 : 503,
    headers,
    body: JSON.stringify({
      status: isReady ? 'ready' : 'not ready',
      isStopping,
      ...(!hasFreeDescriptor && { descriptors: 'failing' }),
      ...facts,
    }),
  };
}
