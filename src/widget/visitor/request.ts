import type { VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import { native } from '../dom/native.ts';
import { parseLookedUp } from './visitor-storage.ts';

/** What came of one request to the proxy: a record, or what is known about its failure. */
export interface Outcome {
  readonly record?: VisitorRecord | undefined;
  readonly response?: Response;
  /** The part of the body that was read. */
  readonly text?: string;
  /** Why there is no response. */
  readonly error?: unknown;
}

/** Whether the page is hidden or offline. No request is repeated until that changes. */
export function isAway(): boolean {
  return native(document).hidden || !navigator.onLine;
}

/** A record has a few hundred bytes. A longer body is not read to its end. */
export const maxLength = 65536;

/** Sends one request to the proxy. Never rejects. */
export async function requestRecord(endpoint: string, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await (takeEarlyResponse() ?? fetchRecord(endpoint, signal));
    // `isJson` comes first: it throws where the page's own `fetch` gives something without headers.
    if (!isJson(response) || response.status !== 200 || response.redirected) return { response };
    const text = await readText(response);
    return { record: parseLookedUp(attempt(() => JSON.parse(text) as unknown)), response, text };
  } catch (error) {
    return { error };
  }
}

/**
 * Sends no header of our own, so that a cross-origin endpoint needs no preflight, and cookies to the page's own origin
 * alone, as `fetch` does by default. Bypasses the browser's HTTP cache, which a page cannot clear when consent is
 * withdrawn.
 */
function fetchRecord(endpoint: string, signal: AbortSignal): Promise<Response> {
  return fetch(endpoint, { signal, cache: 'no-store' });
}

/** The response to the request that `ask.ts` has sent. It serves the first request only. */
function takeEarlyResponse(): Promise<Response> | undefined {
  const early = globalThis.geoletAnswer;
  if (early) Reflect.deleteProperty(globalThis, 'geoletAnswer');
  return early instanceof Promise ? early : undefined;
}

export async function readText({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader && text.length <= maxLength) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  void reader?.cancel();
  return text;
}

declare global {
  /** Set by `ask.ts`. An element with this id is a property of `window` too, so the type is checked. */
  var geoletAnswer: Promise<Response> | undefined;
  /** Likewise. Ends that request, also before it is taken. */
  var geoletAbort: () => void;
}

export function isJson(response: Response): boolean {
  return /\bjson\b/.test(response.headers.get('content-type') ?? '');
}
