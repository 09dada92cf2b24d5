import { errorBody } from '../record/error-body.ts';
import { described, log } from './log.ts';
import { ServiceError } from './service-error.ts';

/** An answer before it becomes bytes on a socket. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A record describes one visitor, so no cache on the way may keep it. */
const everyAnswer = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
};

export function jsonAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return jsonTextAnswer(status, JSON.stringify(body), headers);
}

export function jsonTextAnswer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { ...everyAnswer, ...headers }, body };
}

export function textAnswer(contentType: string, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, headers: { ...everyAnswer, ...headers, 'content-type': contentType }, body };
}

/** The one place that turns what was thrown into an answer. What nobody expected is logged here and told to nobody. */
export function errorAnswer(thrown: unknown, id: string, headers: Readonly<Record<string, string>> = {}): Answer {
  if (thrown instanceof ServiceError) {
    return jsonAnswer(thrown.status, errorBody(thrown.status, thrown.message), { ...headers, ...thrown.headers });
  }
  log('a request failed', 'error', { id, ...described(thrown) });
  return jsonAnswer(
    500,
    errorBody(500, `Something went wrong in the service. The operator finds it in the log as ${id}.`),
    headers,
  );
}
