import type { VisitorRecord } from '../../record/record.ts';
import { isAway, type Failure } from './failure.ts';
import { isJson, maxLength, type Outcome } from './request.ts';

const retries = 2;
/** A page waits this long for a `Retry-After` with its eyes open. */
const patienceMs = 5000;

/** A file of its own, fetched when a look-up has failed. */
export function start(): typeof retry {
  return retry;
}

/**
 * Says why a look-up has failed, and asks again where that may help.
 *
 * @param request asks the proxy once.
 * @param failed told of each failure.
 * @param isWanted whether anybody still waits for an answer.
 */
async function retry(
  outcome: Outcome,
  endpoint: string,
  request: () => Promise<Outcome>,
  failed: (failure: Failure) => void,
  isWanted: () => boolean,
): Promise<VisitorRecord | undefined> {
  let latest = outcome;
  for (let tries = 0; !latest.record && isWanted(); tries++) {
    const failure = failureOf(latest, endpoint);
    failed(failure);
    if (tries === retries || failure.againMs > patienceMs || isAway()) break;
    // Jitter, so that the visitors of a proxy that comes back do not all return at once.
    const waitMs = (failure.againMs || 300 * 2 ** tries) * (1 + Math.random() / 2);
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
  if (status === 429) return fail('rate-limited', endpoint, waitMs(headers));
  if (status !== 200) return fail('http', `${status} ${endpoint}`, status < 500 ? Infinity : waitMs(headers, 0));
  if (!isJson(response)) return fail('bad-content-type');
  return fail(text && text.length > maxLength ? 'too-large' : 'bad-record');
}

/** `Retry-After` in seconds, between a second and an hour. A date depends on the visitor's clock: it counts as none. */
function waitMs(headers: Headers, otherwise = 60_000): number {
  const seconds = Number(headers.get('retry-after') || NaN);
  return seconds >= 0 ? Math.min(Math.max(seconds, 1), 3600) * 1000 : otherwise;
}
