import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import type { Settings } from '../settings.ts';
import { readRecord, writeRecord } from './idb-store.ts';
import type { Mirror } from './mirror.ts';
import { native } from '../native.ts';

/** A look-up as it is remembered. */
export interface Stored {
  /** Milliseconds since 1970, by the visitor's clock. */
  readonly time: number;
  readonly record: VisitorRecord;
}

/** Remembers under the endpoint, which also decides the answer. What is too old is as if absent. */
export interface RecordCache {
  /** What is there at once, when this page has not seen it yet. */
  recall(): Stored | undefined;
  /** What the page was made with, when it was made for this view. */
  embedded(): Stored | undefined;
  /** What only the database has: the mirror may have been cleared alone. */
  read(): Promise<Stored | undefined>;
  /** Without where the visitor was when they were looked up: the page at hand knows where they are. @returns what is kept. */
  keep(stored: Stored): Stored;
  /** A stamp from the future says that the clock was set back: the record is used, and asked for anew. */
  isFresh(stored: Stored): boolean;
}

const hourMs = 3_600_000;

/** The clocks of a visitor and of the server that made the page may differ by this much. An older page was kept by a cache that should not have. */
const madeNowMs = 600_000;

export function createRecordCache(
  { endpoint = '', storage, timeoutMs, freshHours, staleDays }: Settings,
  mirror: Mirror,
): RecordCache {
  const stores = storage === 'on';
  // What was asked for without Global Privacy Control may say more than is asked for with it: another version is as if absent.
  const version = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl ? 2 : 1;
  const usable = (value: unknown) => {
    const stored = parseStored(value, version);
    return stored && Date.now() - stored.time <= staleDays * 24 * hourMs ? stored : undefined;
  };
  return {
    recall: () => usable(mirror.news(endpoint)),
    embedded() {
      const stored = parseStored(
        attempt(
          () => JSON.parse(native(document).querySelector('script[data-geo-record]')?.textContent ?? '') as unknown,
        ),
        1,
      );
      return stored && Math.abs(Date.now() - stored.time) < madeNowMs ? { ...stored, time: Date.now() } : undefined;
    },
    read: async () => (stores ? usable(await readRecord(endpoint, timeoutMs / 2)) : undefined),
    keep({ time, record: { currentPage: _page, referer: _referrer, ...record } }) {
      const kept = { version, time, record };
      mirror.write(endpoint, kept);
      if (stores) void writeRecord(endpoint, kept);
      return kept;
    },
    isFresh({ time }) {
      const ageMs = Date.now() - time;
      return ageMs >= 0 && ageMs < freshHours * hourMs;
    },
  };
}

/** Another script, or an older version, may have written it: it is checked like an answer from the network. */
function parseStored(value: unknown, wanted: number): Stored | undefined {
  const { version, time, record } = (value ?? {}) as Partial<Stored & { version: number }>;
  const parsed = version === wanted && Number.isFinite(time) ? parseRecord(record) : undefined;
  return parsed && { time: Number(time), record: parsed };
}
