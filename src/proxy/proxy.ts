import { type FoundAddress } from '../http/trusted-hops.ts';
import { requestIdHeader, requestIdOf } from '../http/message.ts';
import { type Address, isPublic } from '../record/address.ts';
import { getVisitorData } from '../record/operations.ts';
import { adviceOn, reportOn } from './address/address-report.ts';
import { createCachedService } from './record/cached-service.ts';
import { createCircuitBreaker } from './record/circuit-breaker.ts';
import { createDailyBudget } from './record/daily-budget.ts';
import { isForged, reportHeaders, writeReport } from './request/doctor-report.ts';
import { type RespondWithRecord, withDoctor } from './request/doctor-request.ts';
import { recordFromHost } from './record/request-fields.ts';
import { believedPlace } from './hosts/believed-place.ts';
import { isForgedPlace } from './hosts/forged-place.ts';
import { describeFailure } from './log.ts';
import { type ProxyOptions, type ProxySettings, readOptions } from './options.ts';
import { corsHeaders, isPreflight, preflightHeaders, refuseForeign } from './request/origin-policy.ts';
import {
  type PlainResponse,
  emptyResponse,
  errorResponse,
  recordResponse,
  toResponse,
} from './request/plain-response.ts';
import { ProxyError } from './request/proxy-error.ts';
import { type AskForRedacted, type Redaction, createRedaction } from './record/redact-record.ts';
import { createRequestLimit } from './request/request-limit.ts';
import { isOtherPlace } from './request/named-place.ts';
import { readLookup } from './record/lookup.ts';
import { findVisitorAddress } from './address/visitor-address.ts';
import { createAskService } from './record/visitor-data.ts';
import { pathAsSent, type Peer, type VisitorRequest } from './request/visitor-request.ts';
import { widgetFileName, widgetFileResponse } from './widget-files.ts';

export type { ProxyOptions } from './options.ts';

/**
 * Creates the proxy for the owner's origin. It keeps the key, finds out the visitor's address, asks the service, and
 * reduces the record to what pages may see. The function that it returns never rejects.
 *
 * @throws a TypeError when an option is wrong.
 */
export function createProxy(options: ProxyOptions): (request: VisitorRequest, peer: Peer) => Promise<Response> {
  const { respond } = openProxy(options);
  return async (request, peer) => toResponse(await respond(request, peer));
}

/** The same as `createProxy`, for hosts that write a plain response faster than a web `Response`. */
export function createResponder(options: ProxyOptions): Respond {
  return openProxy(options).respond;
}

export type Respond = (request: VisitorRequest, peer: Peer) => Promise<PlainResponse>;

/** A proxy, for what is built around it: the same settings, so that there is one log, one cache, one transport. */
export interface OpenedProxy {
  readonly settings: ProxySettings;
  readonly respond: Respond;
  /** Whether a path, as it was sent, is that of the record or of a file of the widget. */
  isOwn(path: string): boolean;
}

/** @throws a TypeError when an option is wrong. */
export function openProxy(options: ProxyOptions): OpenedProxy {
  const settings = readOptions(options);
  const { path, files } = settings;
  return {
    settings,
    respond: createRespond(settings),
    isOwn: (sent) => sent === path || (files !== undefined && widgetFileName(sent) !== undefined),
  };
}

function createRespond(settings: ProxySettings): Respond {
  const route = createRoute(settings);
  return async (request, peer) => {
    const id = requestIdOf(request.headers.get(requestIdHeader));
    let response: PlainResponse;
    try {
      response = await route(request, peer, id);
    } catch (error) {
      const line = describeFailure(error);
      if (line !== undefined && !request.signal.aborted) settings.log(line, 'error', { id });
      response = errorResponse(error, id);
    }
    const cors = corsHeaders(request, settings.origins);
    if (cors === undefined && request.method !== 'HEAD') return response;
    return {
      status: response.status,
      headers: { ...cors, ...response.headers },
      body: request.method === 'HEAD' ? null : response.body,
    };
  };
}

function createRoute(
  settings: ProxySettings,
): (request: VisitorRequest, peer: Peer, id: string) => Promise<PlainResponse> {
  const respondWithRecord = withDoctor(createRecordResponse(settings), settings);
  const hostOf = createHostReader();
  return (request, peer, id) => {
    const site = hostOf(request.url);
    const path = pathAsSent(request.url);
    if (path === settings.path) return respondWithRecord({ request, peer, site, id });
    const file = widgetFileName(path);
    if (file !== undefined && settings.files !== undefined) return widgetFileResponse(request, file, settings.files);
    throw new ProxyError(404, 'There is nothing here.');
  };
}

/**
 * A host adapter puts the URL together from what the visitor wrote. A host such as 256.256.256.256 looks right and is
 * still invalid.
 */
function createHostReader(): (url: string) => string {
  // Nearly all requests are for one site, and parsing its URL each time shows in a profile.
  let last = { origin: '', host: '' };
  return (url) => {
    const origin = /^https?:\/\/[^/]*/.exec(url)?.[0] ?? url;
    if (origin !== last.origin) last = { origin, host: parseTarget(url).host };
    return last.host;
  };
}

function parseTarget(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw new ProxyError(400, 'The request must name one host.');
  }
}

function createRecordResponse(settings: ProxySettings): RespondWithRecord {
  const limit = createRequestLimit(settings);
  const redaction = createRedaction(settings);
  const ask = createAsk(settings, redaction);

  return async ({ request, peer, site, id }) => {
    const isForPreflight = isPreflight(request);
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isForPreflight) {
      throw new ProxyError(405, "The visitor's record answers to GET and HEAD.", {
        headers: { allow: getVisitorData.allow },
      });
    }
    refuseForeign(request, settings.origins);
    if (isForPreflight) return emptyResponse({ ...preflightHeaders, [requestIdHeader]: id });
    const found = requireVisitor(request, peer, settings);
    limit(found.address);
    const place = peer.place ?? (settings.headerSource && believedPlace(request, found, settings));
    const lookup = readLookup(request, { address: found.address, site, place, id });
    const data = await ask(lookup, request);
    const json = redaction.toJson(data, lookup);
    if (isOtherPlace(request, json)) settings.observer?.headerDiffers();
    const response = recordResponse(json, data.license, id);
    if (request.headers.get(reportHeaders.request) === null) return response;
    const report = {
      ...reportOn(request, found, settings),
      isForged: isForged(found.address.text),
      host: settings.upstream === 'host' ? (peer.host ?? settings.headerSource?.name) : undefined,
      isForgedPlace: isForgedPlace(place),
      isCountryWithheld: redaction.isWithheld('countryCode'),
      dataDate: data.dataDate,
    };
    return { ...response, headers: { ...response.headers, [reportHeaders.response]: writeReport(report) } };
  };
}

function createAsk(settings: ProxySettings, { wrap }: Redaction): AskForRedacted {
  if (settings.upstream === 'host') return wrap(recordFromHost);
  const ask = createAskService({ ...settings, transport: createDailyBudget(settings.transport, settings) });
  return createCachedService(wrap(createCircuitBreaker(ask, settings)), settings);
}

type FoundVisitor = FoundAddress & { readonly address: Address };

function requireVisitor(request: VisitorRequest, peer: Peer, settings: ProxySettings): FoundVisitor {
  const { address, ...entries } = findVisitorAddress(request, peer, settings);
  if (address === undefined) throw new ProxyError(500, 'The host gave the proxy no visitor address.');
  const found = { address, ...entries };
  if (mayNeedAdvice(request, found, settings)) {
    const advice = adviceOn(reportOn(request, found, settings), settings);
    if (advice !== undefined) settings.warn(advice);
  }
  return found;
}

/**
 * Spares most requests the report. Not for the doctor: it sends the headers of servers on purpose, and reports itself.
 */
function mayNeedAdvice(
  { headers }: VisitorRequest,
  { address, unbelieved }: FoundVisitor,
  { trust }: ProxySettings,
): boolean {
  const isDirect = trust === 'none' && unbelieved.length === 0;
  return !isDirect && !isPublic(address) && headers.get(reportHeaders.request) === null;
}
