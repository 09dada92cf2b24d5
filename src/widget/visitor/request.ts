import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';

/** What asking the proxy once came to: a record, or what stands in its place. */
export interface Outcome {
  readonly record?: VisitorRecord | undefined;
  readonly response?: Response;
  /** What was read of a body that holds no record. */
  readonly text?: string;
  /** Why there is no answer at all. */
  readonly error?: unknown;
}

/** A record is a few hundred bytes; a body larger than this is none. */
export const maxLength = 65536;

/**
 * Asks the proxy once. Without a header of our own, so that a cross-origin endpoint needs no preflight, and with the
 * credentials mode that a `<link rel="preload" as="fetch" crossorigin>` has. Past the browser's HTTP cache, which nobody could wipe when
 * consent is withdrawn.
 */
export async function requestRecord(endpoint: string, signal: AbortSignal): Promise<Outcome> {
  let response;
  let text = '';
  try {
    const early = globalThis.geoletAnswer;
    if (early) Reflect.deleteProperty(globalThis, 'geoletAnswer');
    response =
      early instanceof Promise
        ? await early
        : await fetch(endpoint, { credentials: 'same-origin', signal, cache: 'no-store' });
    // Its headers first: a page may have replaced `fetch` by one whose answer has none.
    if (!isJson(response) || response.status !== 200 || response.redirected) return { response };
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    for (let chunk; reader && text.length <= maxLength && !(chunk = await reader.read()).done;)
      text += decoder.decode(chunk.value, { stream: true });
    void reader?.cancel();
  } catch (error) {
    return { error };
  }
  return { record: parseRecord(attempt(() => JSON.parse(text) as unknown)), response, text };
}

declare global {
  /** What `ask.ts` has asked for. Anything on the page with this id is a property of window too. */
  var geoletAnswer: Promise<Response> | undefined;
}

export function isJson({ headers }: Response): boolean {
  return /\bjson\b/.test(headers.get('content-type') ?? '');
}
