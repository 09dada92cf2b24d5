import { type Context, Hono } from 'hono';
import type { AddressRange } from '../record/address.ts';
import { deleteWebsite, getVisitorData, type Scope } from '../record/operations.ts';
import { errorAnswer, jsonAnswer, toResponse } from './answer.ts';
import { type Caller, createAuthorization, type Limiters, unauthorized } from './authorization.ts';
import { deviceFacts } from './device/device-facts.ts';
import type { Attribution } from './geo/attribution.ts';
import type { GeoData } from './geo/geo-data.ts';
import { healthOf } from './health.ts';
import { openApiDocument } from './openapi.ts';
import { peerOf } from './peer-address.ts';
import { ServiceError } from './service-error.ts';
import type { Store } from './store/store.ts';
import { isSiteID } from './store/site-id.ts';
import { visitorAddress } from './visitor-address.ts';

export interface ServiceParts {
  readonly geo: GeoData;
  readonly store: Store;
  readonly limiters: Limiters;
  /** Load balancers whose `X-Forwarded-For` says who the caller is, when failed keys are counted. */
  readonly trustedProxies: readonly AddressRange[];
}

/** What only the host knows about a request. */
export interface Connection {
  /** The address at the other end of the socket. */
  readonly ip?: string | undefined;
}

export type Service = (request: Request, connection?: Connection) => Promise<Response>;

interface Environment {
  readonly Bindings: Connection;
  readonly Variables: { caller: Caller };
}

/** The visitor-data API. Checks come in the order path, method, key, limits, input; whatever goes wrong is answered as JSON. */
export function createService({ geo, store, limiters, trustedProxies }: ServiceParts): Service {
  const authorize = createAuthorization(store, limiters);
  const app = new Hono<Environment>();

  /** Before anything about a request is looked at, its key is; and it is remembered for the headers of errors. */
  const admit = async (context: Context<Environment>, scope: Scope): Promise<Caller> => {
    const { headers } = context.req.raw;
    const caller = await authorize(headers, peerOf(context.env.ip, headers, trustedProxies), scope);
    context.set('caller', caller);
    refuseBody(headers);
    return caller;
  };

  app.get(getVisitorData.path, async (context) => {
    const { quota } = await admit(context, getVisitorData.scope);
    const { headers } = context.req.raw;
    const address = visitorAddress(headers);
    const { fields, isCellular } = geo.about(address);
    const record = { ...fields, ...deviceFacts(headers, isCellular), IP: address.text };
    return toResponse(jsonAnswer(200, record, { ...quota, ...licenceLink(geo.attributions) }));
  });

  app.delete(deleteWebsite.path, async (context) => {
    const { accountId, quota } = await admit(context, deleteWebsite.scope);
    const siteID = context.req.param('siteID');
    const deletion = isSiteID(siteID) ? await store.deleteSite(accountId, siteID) : 'unknown';
    if (deletion === 'unknown') throw new ServiceError(404, 'There is no website with this site ID.');
    if (deletion === 'of another account') throw unauthorized('The API key has no access to this website.');
    const body = { status: 200, message: 'Success', description: 'The website was deleted from the account.' };
    return toResponse(jsonAnswer(200, body, quota));
  });

  app.get('/health', async () => {
    const health = await healthOf(geo, store);
    return toResponse(jsonAnswer(health.status === 'failing' ? 503 : 200, health));
  });

  app.get('/openapi.json', () => toResponse(jsonAnswer(200, openApiDocument)));

  for (const { path, allow } of [getVisitorData, deleteWebsite, { path: '/health', allow: 'GET, HEAD' }, { path: '/openapi.json', allow: 'GET, HEAD' }]) {
    app.all(path, () => {
      throw new ServiceError(405, `This path answers ${allow} only.`, { allow });
    });
  }

  app.notFound(() => toResponse(errorAnswer(new ServiceError(404, 'There is no such path.'))));
  app.onError((error, context) => toResponse(errorAnswer(error, context.get('caller')?.quota)));

  return async (request, connection = {}) => app.fetch(request, connection);
}

/** The contract has no bodies; one that is sent was meant for something else. */
function refuseBody(headers: Headers): void {
  const length = headers.get('content-length');
  if (headers.has('transfer-encoding') || (length !== null && length !== '0')) {
    throw new ServiceError(400, 'This operation takes no request body.');
  }
}

/** https://www.rfc-editor.org/rfc/rfc8288, https://www.iana.org/assignments/link-relations (license) */
function licenceLink(attributions: readonly Attribution[]): Record<string, string> {
  return attributions.length === 0 ? {} : { link: attributions.map(({ url }) => `<${url}>; rel="license"`).join(', ') };
}
