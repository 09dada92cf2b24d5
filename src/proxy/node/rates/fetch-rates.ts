import { readingLimits } from '../../../rules/reading-limits.ts';
import { isSafeSource } from './rates-source.ts';
import { type CheckedRates, readRates } from './read-rates.ts';

const patienceMs = 15_000;
const mostRedirects = 5;

/** @throws an Error that says why there are no good rates. */
export async function fetchRates(address: string, now: number, end?: AbortSignal): Promise<CheckedRates> {
  const patience = AbortSignal.timeout(patienceMs);
  const response = await askSafely(address, end ? AbortSignal.any([patience, end]) : patience);
  if (!response.ok) throw new Error(`the status is ${response.status}`);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > readingLimits.fileBytes) throw new Error('it is larger than 1 MB');
    text += decoder.decode(part, { stream: true });
  }
  return readRates(text, now);
}

/** Each address on the way counts: one without `https:` could lead anywhere, also to another one with it. */
async function askSafely(address: string, signal: AbortSignal): Promise<Response> {
  let next = address;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    if (!isSafeSource(next)) throw new Error('it leads to an address without https');
    const response = await fetch(next, { signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, next)) throw new Error('it leads to what is not an address');
    next = new URL(location, next).href;
  }
  throw new Error(`it leads on more than ${mostRedirects} times`);
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
