import type { IncomingMessage } from 'node:http';
import type { Answer } from '../answer.ts';
import { hasBody } from '../../http/message.ts';

/** Begins as the names of the widget's files do, so that it is the proxy's wherever those are, also in front of pages. */
const readyPath = /^\/geolet-ready(?:\?|$)/;

/** Whether a load balancer asks if it should send requests here. Some ask without a `Host`. */
export function asksReadiness(incoming: IncomingMessage): boolean {
  const { url = '', method = '' } = incoming;
  return readyPath.test(url) && /^(GET|HEAD)$/.test(method) && !hasBody(incoming);
}

/**
 * The service in trouble makes no proxy unready: each would be, at the same moment, and there would be nobody left to give the
 * widget's files and the answers that are kept.
 */
export function readinessAnswer(isStopping: boolean, hasDescriptor: boolean): Answer {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  const isReady = !isStopping && hasDescriptor;
  return {
    status: isReady ? 200 : 503,
    headers,
    body: JSON.stringify({
      status: isReady ? 'ready' : 'not ready',
      isStopping,
      ...(!hasDescriptor && { descriptors: 'failing' }),
    }),
  };
}
