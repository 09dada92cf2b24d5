import type { VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import { textOf } from '../../rules/text/normalize.ts';
import { ownField } from '../boot/settings.ts';
import { isAway, isJson, maxLength, type Outcome, readText } from './request.ts';
import type { Failure } from './visitor-state.ts';

const maxRetries = 2;
/** A longer `Retry-After` is not waited for while the page is open. */
const patienceMs = 5000;

export interface RetryOptions {
  readonly endpoint: string;
  /** Sends one request. */
  readonly request: () => Promise<Outcome>;
  /** Called with each failure. */
  readonly onFailure: (failure: Failure) => void;
  /** Whether an answer is still of use. */
  readonly isWanted: () => boolean;
}

/** The entry of a file of its own, fetched when a request has failed. */
export default function startRetry(): typeof retry {
  return retry;
}

/** Finds out why a request has failed, and repeats it where that can help. */
async function retry(outcome: Outcome, options: RetryOptions): Promise<VisitorRecord | undefined> {
  const { endpoint, request, onFailure, isWanted } = options;
  let latest = outcome;
  for (let retries = 0; !latest.record && isWanted(); retries++) {
    const failure = failureOf(latest, endpoint);
    onFailure(failure);
    const reason = await reasonIn(failure.code, latest.response);
    if (reason) onFailure({ ...failure, detail: `${failure.detail}: ${reason}` });
    if (retries === maxRetries || failure.againMs > patienceMs || isAway()) break;
    // Jitter keeps the visitors of a proxy that comes back from returning all at once.
    const waitMs = (failure.againMs || 300 * 2 ** retries) * (1 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (isWanted()) latest = await request();
  }
  return latest.record;
}

function failureOf({ response, text, error }: Outcome, endpoint: string): Failure {
  const fail = (code: string, detail = endpoint, againMs = Infinity): Failure => ({ code, detail, againMs });
  if (!response) return fail(navigator.onLine ? 'network' : 'offline', `${String(error)} ${endpoint}`, 0);
  const { status, headers, redirected, url } = response;
  if (redirected) return fail('redirected', url);
  if (status === 429) return fail('rate-limited', endpoint, waitMsIn(headers));
  if (status !== 200) return fail('http', `${status} ${endpoint}`, status < 500 ? Infinity : waitMsIn(headers, 0));
  if (!isJson(response)) return fail('bad-content-type');
  return fail(text && text.length > maxLength ? 'too-large' : 'bad-record');
}

/**
 * What the body says about a failure, as part of a sentence: the proxy's own words about an error, or that it is JSON
 * under another name. A body that does not end soon is not waited for.
 */
async function reasonIn(code: string, response: Response | undefined): Promise<string> {
  const isUnderOtherName = code === 'bad-content-type';
  if (!response || !(isUnderOtherName || (code === 'http' && isJson(response)))) return '';
  const patience = new Promise<string>((resolve) => setTimeout(resolve, 250, ''));
  const text = await Promise.race([readText(response).catch(() => ''), patience]);
  const body = attempt(() => JSON.parse(text) as unknown);
  if (isUnderOtherName)
    return typeof body === 'object' && body
      ? `the answer is JSON, but its Content-Type is ${response.headers.get('content-type') || 'missing'}`
      : '';
  return textOf(ownField(body, 'description')).replace(/\s+/g, ' ').trim().slice(0, 200).replace(/\.$/, '');
}

/**
 * `Retry-After` in seconds, limited to between a second and an hour. A date is ignored: it depends on the visitor's
 * clock.
 */
function waitMsIn(headers: Headers, otherwise = 60_000): number {
  const seconds = Number(headers.get('retry-after') || NaN);
  return seconds >= 0 ? Math.min(Math.max(seconds, 1), 3600) * 1000 : otherwise;
}
