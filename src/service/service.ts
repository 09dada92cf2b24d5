import type { AddressRange } from '../record/address.ts';
import { dataDateHeader, deleteWebsite, getVisitorData, type Scope } from '../record/operations.ts';
import { type Answer, errorAnswer, jsonAnswer, jsonTextAnswer } from './answer.ts';
import { type Caller, createAuthorization, unauthorized } from './authorization.ts';
import { deviceFacts } from './device/device-facts.ts';
import type { Attribution } from './geo/attribution.ts';
import { log } from './log.ts';
import { noMetrics } from './metrics.ts';
import { type OperatorParts, operatorRoutes } from './operator-routes.ts';
import { peerOf, shortened } from './peer-address.ts';
import type { Question, RequestHeaders } from './question.ts';
import { createRouter, type Route } from './routes.ts';
import { ServiceError } from './service-error.ts';
import { isSiteID } from './store/site-id.ts';
import { visitorAddress } from './visitor-address.ts';

export interface ServiceParts extends OperatorParts {
  /** Load balancers whose `X-Forwarded-For` says who the caller is, when failed keys are counted. */
  readonly trustedProxies: readonly AddressRange[];
  /** Told of each use of a key. */
  readonly noteUse?: (keyId: number) => void;
  /** One line in the log for each request. */
  readonly logRequests?: boolean;
}

export interface Service {
  /** Never rejects: whatever goes wrong is answered as JSON. */
  answer(question: Question): Promise<Answer>;
  /** For what was refused before it was a question. */
  refuse(error: ServiceError): Answer;
}

/** The visitor-data API. Checks come in the order path, method, key, limits, input. */
export function createService(parts: ServiceParts): Service {
  const { geo, store, limiters, trustedProxies, metrics = noMetrics, logRequests = false } = parts;
  const authorize = createAuthorization(store, limiters, parts.noteUse);

  /** Before anything about a request is looked at, its key is; where the key stands is told with errors as well. */
  const admitted =
    (scope: Scope, answer: (question: Question, caller: Caller, parameter: string) => Answer | Promise<Answer>) =>
    async (question: Question, parameter: string): Promise<Answer> => {
      const { headers, ip, id } = question;
      const caller = await authorize(headers, peerOf(ip, headers, trustedProxies), scope);
      try {
        refuseBody(headers);
        return await answer(question, caller, parameter);
      } catch (error) {
        return errorAnswer(error, id, caller.quota);
      }
    };

  const find = createRouter([
    {
      operation: 'get-visitor-data',
      ...getVisitorData,
      answer: admitted(getVisitorData.scope, ({ headers }, { quota }) => {
        const address = visitorAddress(headers);
        const { json, isCellular } = geo.about(address);
        const rest = JSON.stringify({ ...deviceFacts(headers, isCellular), IP: address.text });
        return jsonTextAnswer(200, joined(json, rest), {
          ...quota,
          ...licenceLink(geo.attributions),
          ...dataDate(geo.date),
        });
      }),
    },
    {
      operation: 'delete-website',
      ...deleteWebsite,
      answer: admitted(deleteWebsite.scope, async (_question, { accountId, quota }, siteID) => {
        const deletion = isSiteID(siteID) ? await store.deleteSite(accountId, siteID) : 'unknown';
        if (deletion === 'unknown') throw new ServiceError(404, 'There is no website with this site ID.');
        if (deletion === 'of another account') throw unauthorized('The API key has no access to this website.');
        return jsonAnswer(
          200,
          { status: 200, message: 'Success', description: 'The website was deleted from the account.' },
          quota,
        );
      }),
    },
    ...operatorRoutes(parts),
  ]);

  return {
    async answer(question) {
      const { route, parameter } = find(question.path) ?? { route: undefined, parameter: '' };
      const operation = route?.operation ?? 'none';
      const startedAt = logRequests ? performance.now() : 0;
      const finish = metrics.begin(operation);
      const answer = await answerOf(route, question, parameter);
      finish(answer.status);
      if (logRequests) {
        const { id, method, headers, ip } = question;
        const peer = shortened(peerOf(ip, headers, trustedProxies));
        log('request', 'info', {
          id,
          method,
          operation,
          status: answer.status,
          milliseconds: Math.round((performance.now() - startedAt) * 100) / 100,
          peer,
        });
      }
      return answer;
    },
    refuse(error) {
      metrics.begin('none')(error.status);
      return errorAnswer(error, '');
    },
  };
}

async function answerOf(route: Route | undefined, question: Question, parameter: string): Promise<Answer> {
  try {
    if (route === undefined) throw new ServiceError(404, 'There is no such path.');
    const { allow } = route;
    if (!isAllowed(allow, question.method)) throw new ServiceError(405, `This path answers ${allow} only.`, { allow });
    return await route.answer(question, parameter);
  } catch (error) {
    return errorAnswer(error, question.id);
  }
}

/** Most requests come with the first method of the list. */
function isAllowed(allow: string, method: string): boolean {
  return allow.startsWith(`${method},`) || allow === method || allow.split(', ').includes(method);
}

/** Two objects as text, of which the second is not empty, as one. */
function joined(first: string, second: string): string {
  return first === '{}' ? second : `${first.slice(0, -1)},${second.slice(1)}`;
}

/** The contract has no bodies; one that is sent was meant for something else. */
function refuseBody(headers: RequestHeaders): void {
  const length = headers.get('content-length');
  if (headers.has('transfer-encoding') || (length !== null && length !== '0')) {
    throw new ServiceError(400, 'This operation takes no request body.');
  }
}

/** https://www.rfc-editor.org/rfc/rfc8288, https://www.iana.org/assignments/link-relations (license) */
function licenceLink(attributions: readonly Attribution[]): Record<string, string> {
  return attributions.length === 0 ? {} : { link: attributions.map(({ url }) => `<${url}>; rel="license"`).join(', ') };
}

/** For whoever looks after a page: no look-up tells that the data are old. */
function dataDate(date: string | undefined): Record<string, string> {
  return date === undefined ? {} : { [dataDateHeader]: date };
}
