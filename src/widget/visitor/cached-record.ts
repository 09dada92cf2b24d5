import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import { native } from '../dom/native.ts';
import type { TimedRecord } from './visitor-state.ts';

/**
 * The clocks of visitor and server may differ by this much. An older page comes from a cache that should not have
 * stored it.
 */
const maxPageAgeMs = 600_000;

/** Parses a record and leaves out the page of its lookup: the visitor may be on another one now. */
export function parseLookedUp(value: unknown): VisitorRecord | undefined {
  const parsed = parseRecord(value);
  if (!parsed) return undefined;
  const { currentPage: _page, referer: _referrer, ...record } = parsed;
  return record;
}

/** Reads a stored record. Another script or an older version may have written it, so it is checked like any answer. */
export function parseCached(value: unknown, wantedVersion: number): TimedRecord | undefined {
  const { version, time, record } = (value ?? {}) as Partial<TimedRecord & { version: number }>;
  const parsed = version === wantedVersion && Number.isFinite(time) ? parseLookedUp(record) : undefined;
  return parsed && { time: Number(time), record: parsed };
}

/** @returns the record that the server has put into the page, if the page was made for this view. */
export function readEmbedded(): TimedRecord | undefined {
  const embedded = parseCached(
    attempt(() => JSON.parse(native(document).querySelector('script[data-geo-record]')?.textContent ?? '') as unknown),
    1,
  );
  const time = Date.now();
  return embedded && Math.abs(time - embedded.time) < maxPageAgeMs ? { ...embedded, time } : undefined;
}
