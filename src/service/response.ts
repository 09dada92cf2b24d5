import { errorBody } from '../record/error-body.ts';
import { described, log } from './log.ts';
import { ServiceError } from './service-error.ts';

/** A response before it is written to a socket. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** A record before it became the text of the body, for a caller in the same process. */
  readonly record?: RecordParts;
}

/** The fields of a record in its order: first those that follow from the address, then those of the visit. */
export interface RecordParts {
  /** The same object for all visitors of a place. */
  readonly place: Readonly<Record<string, unknown>>;
  readonly visit: Readonly<Record<string, unknown>>;
}

/** A record describes one visitor, so no cache may store it. */
const commonHeaders = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
};

export type Headers = Readonly<Record<string, string>>;

export function withCommon(headers: Headers): Headers {
  return { ...commonHeaders, ...headers };
}

export function jsonResponse(status: number, body: unknown, headers: Headers = {}): ServiceResponse {
  return { status, headers: withCommon(headers), body: JSON.stringify(body) };
}

export function textResponse(contentType: string, body: string, headers: Headers = {}): ServiceResponse {
  return { status: 200, headers: { ...withCommon(headers), 'content-type': contentType }, body };
}

/**
 * The only place that turns a thrown value into a response. An unexpected one is logged, and the caller sees only its
 * ID.
 */
export function errorResponse(thrown: unknown, id: string, headers: Headers = {}): ServiceResponse {
  if (thrown instanceof ServiceError) {
    return jsonResponse(thrown.status, errorBody(thrown.status, thrown.message), { ...headers, ...thrown.headers });
  }
  log('a request failed', 'error', { id, ...described(thrown) });
  const description = `Something went wrong in the service. The operator finds it in the log as ${id}.`;
  return jsonResponse(500, errorBody(500, description), headers);
}
