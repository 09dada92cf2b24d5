import { parseRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import { native } from '../native.ts';
import type { Settings } from '../settings.ts';
import { readRecord, writeRecord } from './idb-store.ts';
import type { Mirror } from './mirror.ts';
import { withoutPage } from './page-facts.ts';
import type { TimedRecord } from './visitor-state.ts';

/** Caches the record under the endpoint, in the mirror and in the database. A record that is too old counts as absent. */
export interface RecordCache {
  /** The record in the mirror, if it differs from what this page last read or wrote. */
  readIfChanged(): TimedRecord | undefined;
  /** The record in the database, which may be there although the mirror has been cleared. */
  readDatabase(): Promise<TimedRecord | undefined>;
  write(record: TimedRecord): void;
}

const dayMs = 86_400_000;

/** The clocks of visitor and server may differ by this much. An older page comes from a cache that should not have stored it. */
const maxPageAgeMs = 600_000;

export function createRecordCache(
  { endpoint = '', storage, timeoutMs, staleDays }: Settings,
  mirror: Mirror,
): RecordCache {
  // A record that was asked for without Global Privacy Control may hold more than is allowed with it.
  const version = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl ? 2 : 1;
  const parse = (value: unknown) => {
    const cached = parseCached(value, version);
    return cached && Date.now() - cached.time <= staleDays * dayMs ? cached : undefined;
  };
  return {
    readIfChanged: () => parse(mirror.readIfChanged(endpoint)),
    readDatabase: async () => (storage === 'on' ? parse(await readRecord(endpoint, timeoutMs / 2)) : undefined),
    write({ time, record }) {
      const entry = { version, time, record };
      mirror.write(endpoint, entry);
      void writeRecord(endpoint, entry);
    },
  };
}

/** @returns the record that the server has put into the page, if the page was made for this view. */
export function readEmbedded(): TimedRecord | undefined {
  const value = attempt(
    () => JSON.parse(native(document).querySelector('script[data-geo-record]')?.textContent ?? '') as unknown,
  );
  const embedded = parseCached(value, 1);
  return embedded && Math.abs(Date.now() - embedded.time) < maxPageAgeMs
    ? { ...embedded, time: Date.now() }
    : undefined;
}

/** Another script or an older version may have written the value, so it is checked like an answer from the network. */
function parseCached(value: unknown, wanted: number): TimedRecord | undefined {
  const { version, time, record } = (value ?? {}) as Partial<TimedRecord & { version: number }>;
  const parsed = version === wanted && Number.isFinite(time) ? parseRecord(record) : undefined;
  return parsed && { time: Number(time), record: withoutPage(parsed) };
}
