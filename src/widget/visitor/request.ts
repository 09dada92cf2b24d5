import { parseRecord, type VisitorRecord } from '../../record/record.ts';

/** Why there is no record. Never thrown at the page: it becomes a `geo-error` event. */
export interface Failure {
  readonly code: string;
  readonly detail: string;
  /** Milliseconds after which asking again can succeed; undefined when it cannot on this page view. */
  readonly retryAfterMs?: number | undefined;
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
  try {
    const response = await fetch(endpoint, { credentials: 'same-origin', signal, cache: reload ? 'reload' : 'default' });
    const { status } = response;
    if (response.redirected) return fail('redirected', response.url);
    if (status === 429) return fail('rate-limited', endpoint, retryAfterMs(response.headers.get('retry-after')));
    if (!response.ok) return fail('http', `${status}`, status >= 500 ? 0 : undefined);
    if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return fail('bad-content-type', endpoint);
    const text = await readText(response);
    if (text === undefined) return fail('too-large', endpoint);
    return parse(text) ?? fail('bad-record', endpoint);
  } catch (error) {
    return fail(navigator.onLine ? 'network' : 'offline', String(error), 0);
  }
}

export function isFailure(answer: VisitorRecord | Failure): answer is Failure {
  return 'code' in answer;
}

function fail(code: string, detail: string, retryAfterMs?: number): Failure {
  return { code, detail, retryAfterMs };
}

function parse(text: string): VisitorRecord | undefined {
  try {
    return parseRecord(JSON.parse(text))?.record;
  } catch {
    return undefined;
  }
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

/** Seconds are honoured while they are short enough to wait for on a page; a date, nonsense or nothing is not. */
function retryAfterMs(seconds: string | null): number | undefined {
  const waitMs = Number(seconds || NaN) * 1000;
  return waitMs >= 0 && waitMs <= 5000 ? Math.max(waitMs, 1000) : undefined;
}
