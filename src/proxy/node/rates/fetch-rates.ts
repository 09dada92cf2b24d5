import { isSafeSource } from './rates-source.ts';
import { type CheckedRates, readRates } from './read-rates.ts';

const patienceMs = 15_000;
const largestBytes = 1_000_000;

/** @throws an Error that says why there are no good rates. */
export async function fetchRates(address: string, now: number, end?: AbortSignal): Promise<CheckedRates> {
  const patience = AbortSignal.timeout(patienceMs);
  const response = await fetch(address, { signal: end ? AbortSignal.any([patience, end]) : patience });
  if (!isSafeSource(response.url)) throw new Error('it leads to an address without https');
  if (!response.ok) throw new Error(`the status is ${response.status}`);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > largestBytes) throw new Error('it is larger than 1 MB');
    text += decoder.decode(part, { stream: true });
  }
  return readRates(text, now);
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
