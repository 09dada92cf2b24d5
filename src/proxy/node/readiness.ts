import type { IncomingMessage } from 'node:http';
import { hasBody } from '../../http/message.ts';
import type { PlainResponse } from '../request/plain-response.ts';

/**
 * Begins like the names of the widget's files, so that web servers pass it on by the same rule, also in front of pages.
 */
const readyPath = /^\/geolet-ready(?:\?|$)/;

/** Whether a load balancer asks if it should send requests here. Some do so without a `Host` header. */
export function asksReadiness(incoming: IncomingMessage): boolean {
  const { url = '', method = '' } = incoming;
  return readyPath.test(url) && /^(GET|HEAD)$/.test(method) && !hasBody(incoming);
}

/**
 * Does not depend on the service: if it fails, all proxies would be unready at the same moment, and none would be left
 * to serve the widget's files and cached records.
 *
 * @param facts for operators, which change nothing.
 */
export function readinessResponse(
  isStopping: boolean,
  hasDescriptor: boolean,
  facts: Readonly<Record<string, unknown>>,
): PlainResponse {
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
      ...facts,
    }),
  };
}
