import { type Address, isPublic } from '../record/address.ts';
import { getVisitorData } from '../record/operations.ts';
import { adviceOn, reportOn } from './address-report.ts';
import { type Answer, emptyAnswer, errorAnswer, recordAnswer, toResponse } from './answer.ts';
import { createBreaker } from './breaker.ts';
import { type AskCutService, createCut } from './cut-record.ts';
import { createDailyBudget } from './daily-budget.ts';
import { isLie, reportHeaders, writeReport } from './doctor-report.ts';
import { withDoctor } from './doctor-visit.ts';
import { askHost } from './host-record.ts';
import { describeFailure } from './log.ts';
import { type ProxyOptions, type ProxySettings, readOptions } from './options.ts';
import { corsHeaders, isPreflight, preflightHeaders, refuseForeign } from './origin-policy.ts';
import { ProxyError } from './proxy-error.ts';
import { createRememberedService } from './remembered-service.ts';
import { requestIdHeader, requestIdOf } from '../http/request-id.ts';
import { createRequestLimit } from './request-limit.ts';
import { readVisit } from './visit.ts';
import { type FoundVisitor, findVisitor } from './visitor-address.ts';
import { type AskService, createAskService } from './visitor-data.ts';
import { pathAsSent, type Peer, type VisitorRequest } from './visitor-request.ts';
import { widgetFileAnswer, widgetFileName } from './widget-files.ts';

export type { ProxyOptions } from './options.ts';

/**
 * Makes the proxy that stands on the owner's origin: it holds the key, says whose address it is, asks the service and cuts
 * the record to size. Throws when an option is wrong. What it returns never rejects.
 */
export function createProxy(options: ProxyOptions): (request: VisitorRequest, peer: Peer) => Promise<Response> {
  const answer = createAnswerer(options);
  return async (request, peer) => toResponse(await answer(request, peer));
}

/** As `createProxy`, for hosts that write plain answers faster than they read a `Response`. */
export function createAnswerer(options: ProxyOptions): (request: VisitorRequest, peer: Peer) => Promise<Answer> {
  const settings = readOptions(options);
  const route = createRoute(settings);
  return async (request, peer) => {
    const id = requestIdOf(request.headers.get(requestIdHeader));
    let answer: Answer;
    try {
      answer = await route(request, peer, id);
    } catch (error) {
      const line = describeFailure(error);
      if (line !== undefined && !request.signal.aborted) settings.log(line, 'error', { id });
      answer = errorAnswer(error, id);
    }
    const cors = corsHeaders(request, settings.origins);
    if (cors === undefined && request.method !== 'HEAD') return answer;
    return {
      status: answer.status,
      headers: { ...cors, ...answer.headers },
      body: request.method === 'HEAD' ? null : answer.body,
    };
  };
}

function createRoute(settings: ProxySettings): (request: VisitorRequest, peer: Peer, id: string) => Promise<Answer> {
  const answerVisitor = withDoctor(createVisitorAnswer(settings), settings);
  return (request, peer, id) => {
    const { host } = parseTarget(request.url);
    const path = pathAsSent(request.url);
    if (path === settings.path) return answerVisitor(request, peer, host, id);
    const file = widgetFileName(path);
    if (file !== undefined && settings.files !== undefined) return widgetFileAnswer(request, file, settings.files);
    throw new ProxyError(404, 'There is nothing here.');
  };
}

/** A host adapter joins what the visitor wrote: a name may have all the right letters and still be none, such as 256.256.256.256. */
function parseTarget(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw new ProxyError(400, 'The request must name one host.');
  }
}

function createVisitorAnswer(
  settings: ProxySettings,
): (request: VisitorRequest, peer: Peer, site: string, id: string) => Promise<Answer> {
  const limit = createRequestLimit(settings);
  const cut = createCut(settings);
  const ask = createAsk(settings, cut.around);

  return async (request, peer, site, id) => {
    const preflight = isPreflight(request);
    if (request.method !== 'GET' && request.method !== 'HEAD' && !preflight) {
      throw new ProxyError(405, "The visitor's record answers to GET and HEAD.", {
        headers: { allow: getVisitorData.allow },
      });
    }
    refuseForeign(request, settings.origins);
    if (preflight) return emptyAnswer({ ...preflightHeaders, [requestIdHeader]: id });
    const found = requireVisitor(request, peer, settings);
    limit(found.address);
    const visit = readVisit(request, found.address, site, peer.place, id);
    const data = await ask(visit, request.signal);
    const answer = recordAnswer(cut.complete(data, visit), data.license, id);
    if (request.headers.get(reportHeaders.request) === null) return answer;
    const report = {
      ...reportOn(request, found, settings),
      isLie: isLie(found.address.text),
      isCountryWithheld: cut.isWithheld('countryCode'),
      dataDate: data.dataDate,
    };
    return { ...answer, headers: { ...answer.headers, [reportHeaders.answer]: writeReport(report) } };
  };
}

function createAsk(settings: ProxySettings, cut: (ask: AskService) => AskCutService): AskCutService {
  if (settings.upstream === 'host') return cut(askHost);
  const ask = createAskService({ ...settings, transport: createDailyBudget(settings.transport, settings) });
  return createRememberedService(cut(createBreaker(ask, settings)), settings);
}

function requireVisitor(
  request: VisitorRequest,
  peer: Peer,
  settings: ProxySettings,
): FoundVisitor & { readonly address: Address } {
  const { address, read, unread } = findVisitor(request, peer, settings);
  if (address === undefined) throw new ProxyError(500, 'The proxy was not told who asks: its host gave no address.');
  const found = { address, read, unread };
  // Most requests have nothing that could be told. The doctor writes what servers write, and says itself what it finds.
  if (
    (settings.trust === 'none' && unread.length === 0) ||
    isPublic(address) ||
    request.headers.get(reportHeaders.request) !== null
  )
    return found;
  const advice = adviceOn(reportOn(request, found, settings), settings);
  if (advice !== undefined) settings.warn(advice);
  return found;
}
