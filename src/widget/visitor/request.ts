import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import { attempt } from '../attempt.ts';

/** Why there is no record. Never thrown at the page: it becomes a `geo-error` event. */
export interface Failure {
  readonly code: string;
  readonly detail: string;
  /** Milliseconds after which asking again can succeed: 0 when it may at once, Infinity when it cannot on this page view. */
  readonly againMs: number;
}

/** A record is a few hundred bytes; a body larger than this is none. */
const maxBytes = 65536;

/**
 * Asks the proxy once. Without a header of our own, so that a cross-origin endpoint needs no preflight, and with the
 * credentials mode that a `<link rel="preload" as="fetch" crossorigin>` has.
 *
 * @param reload whether the browser's HTTP cache is passed by.
 */
export async function requestRecord(endpoint: string, reload: boolean, signal: AbortSignal): Promise<VisitorRecord | Failure> {
  const fail = (code: string, detail: unknown = endpoint, againMs = Infinity): Failure => ({ code, detail: String(detail), againMs });
  try {
    const response = await fetch(endpoint, { credentials: 'same-origin', signal, cache: reload ? 'reload' : 'default' });
    const { status, headers } = response;
    if (response.redirected) return fail('redirected', response.url);
    if (status === 429) return fail('rate-limited', endpoint, waitMs(headers));
    if (status !== 200) return fail('http', `${status} ${endpoint}`, status < 500 ? Infinity : waitMs(headers, 0));
    if (!/\bjson\b/.test(headers.get('content-type') ?? '')) return fail('bad-content-type');
    const text = await readText(response);
    if (text === undefined) return fail('too-large');
    return parseRecord(attempt(() => JSON.parse(text) as unknown))?.record ?? fail('bad-record');
  } catch (error) {
    return fail(navigator.onLine ? 'network' : 'offline', error, 0);
  }
}

export function isFailure(answer: VisitorRecord | Failure): answer is Failure {
  return 'code' in answer;
}

async function readText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let chunk; reader && !(chunk = await reader.read()).done; ) {
    text += decoder.decode(chunk.value, { stream: true });
    if (text.length > maxBytes) {
      await reader.cancel();
      return undefined;
    }
  }
  return text;
}

/** `Retry-After` in seconds, between a second and an hour. A date depends on the visitor's clock: it counts as none. */
function waitMs(headers: Headers, otherwise = 60_000): number {
  const seconds = Number(headers.get('retry-after') || NaN);
  return seconds >= 0 ? Math.min(Math.max(seconds, 1), 3600) * 1000 : otherwise;
}
