import type { AddressRange } from '../record/address.ts';
import { deleteWebsite, getVisitorData, type Scope } from '../record/operations.ts';
import { type Caller, createAuthorization, unauthorized } from './authorization.ts';
import { log } from './log.ts';
import { noMetrics } from './metrics.ts';
import { type OperatorParts, operatorRoutes } from './operator-routes.ts';
import { peerOf, shortened } from './peer-address.ts';
import type { RequestHeaders, ServiceRequest } from './request.ts';
import { errorResponse, jsonResponse, type ServiceResponse } from './response.ts';
import { createRouter, type Route } from './routes.ts';
import { ServiceError } from './service-error.ts';
import { isSiteID } from './store/checks.ts';
import type { Store } from './store/store.ts';
import { visitorResponse } from './visitor-response.ts';

export interface ServiceParts extends OperatorParts {
  /** Load balancers whose `X-Forwarded-For` names the caller, for the count of failed keys. */
  readonly trustedProxies: readonly AddressRange[];
  /** Called at each use of a key. */
  readonly noteUse?: (keyId: number) => void;
  /** Writes one line to the log for each request. */
  readonly logRequests?: boolean;
}

export interface Service {
  /** Never rejects: every failure becomes a JSON response. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
  /** The response to what was refused before it became a request. */
  refuse(error: ServiceError): ServiceResponse;
}

/** The visitor-data API. Checks come in the order path, method, key, limits, input. */
export function createService(parts: ServiceParts): Service {
  const { geo, store, metrics = noMetrics, logRequests = false, trustedProxies } = parts;
  const withKey = requireKey(parts);
  const findRoute = createRouter([
    {
      operation: 'get-visitor-data',
      ...getVisitorData,
      handle: withKey(getVisitorData.scope, ({ headers }, { quota }) => visitorResponse(geo, headers, quota)),
    },
    {
      operation: 'delete-website',
      ...deleteWebsite,
      handle: withKey(deleteWebsite.scope, (_request, caller, siteID) => deletionResponse(store, caller, siteID)),
    },
    ...operatorRoutes(parts),
  ]);

  return {
    async handle(request) {
      const { route, parameter } = findRoute(request.path) ?? { route: undefined, parameter: '' };
      const operation = route?.operation ?? 'none';
      const startedAt = performance.now();
      const finish = metrics.begin(operation);
      const response = await responseOf(route, request, parameter);
      finish(response.status);
      if (logRequests) {
        const { id, method, headers, ip } = request;
        const milliseconds = Math.round((performance.now() - startedAt) * 100) / 100;
        const peer = shortened(peerOf(ip, headers, trustedProxies));
        log('request', 'info', { id, method, operation, status: response.status, milliseconds, peer });
      }
      return response;
    },
    refuse(error) {
      metrics.begin('none')(error.status);
      return errorResponse(error, '');
    },
  };
}

type KeyHandler = (
  request: ServiceRequest,
  caller: Caller,
  parameter: string,
) => ServiceResponse | Promise<ServiceResponse>;

/** Checks the key before anything else of the request. Errors carry the state of the key's limit, too. */
function requireKey({ store, limiters, noteUse, trustedProxies }: ServiceParts) {
  const authorize = createAuthorization(store, limiters, noteUse);
  return (scope: Scope, handle: KeyHandler): Route['handle'] =>
    async (request, parameter) => {
      const { headers, ip, id } = request;
      const caller = await authorize(headers, peerOf(ip, headers, trustedProxies), scope);
      try {
        refuseBody(headers);
        return await handle(request, caller, parameter);
      } catch (error) {
        return errorResponse(error, id, caller.quota);
      }
    };
}

async function deletionResponse(store: Store, { accountId, quota }: Caller, siteID: string): Promise<ServiceResponse> {
  const deletion = isSiteID(siteID) ? await store.deleteSite(accountId, siteID) : 'unknown';
  if (deletion === 'unknown') throw new ServiceError(404, 'There is no website with this site ID.');
  if (deletion === 'of another account') throw unauthorized('The API key has no access to this website.');
  const description = 'The website was deleted from the account.';
  return jsonResponse(200, { status: 200, message: 'Success', description }, quota);
}

async function responseOf(
  route: Route | undefined,
  request: ServiceRequest,
  parameter: string,
): Promise<ServiceResponse> {
  try {
    if (route === undefined) throw new ServiceError(404, 'There is no such path.');
    const { allow } = route;
    if (!isAllowed(allow, request.method)) throw new ServiceError(405, `This path answers ${allow} only.`, { allow });
    return await route.handle(request, parameter);
  } catch (error) {
    return errorResponse(error, request.id);
  }
}

/** Most requests come with the first method of the list. */
function isAllowed(allow: string, method: string): boolean {
  return allow.startsWith(`${method},`) || allow === method || allow.split(', ').includes(method);
}

/** The contract has no bodies. A client that sends one calls the wrong operation. */
function refuseBody(headers: RequestHeaders): void {
  const length = headers.get('content-length');
  if (headers.has('transfer-encoding') || (length !== null && length !== '0')) {
    throw new ServiceError(400, 'This operation takes no request body.');
  }
}
