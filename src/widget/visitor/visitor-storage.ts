import { parseChoice } from '../../rules/choice.ts';
import type { Settings } from '../boot/settings.ts';
import { parseCached, readEmbedded } from './cached-record.ts';
import { readRecord, removeRecords, writeRecord } from './idb-store.ts';
import { createMirror, type Mirror } from './mirror.ts';
import { recallVisit } from './page-facts.ts';
import type { StoredPart } from './effects.ts';
import type { Stored, TimedRecord, VisitorState } from './visitor-state.ts';

/**
 * What the browser stores about the visitor. The record is cached under its endpoint, in the mirror and in the
 * database.
 */
export interface VisitorStorage {
  readonly mirror: Mirror;
  /**
   * The mark of consent, if it differs from what this page last read or wrote. Not read where no consent is required.
   */
  readConsent(): unknown;
  /** Reads all but the database. @param isKnown whether a record is known already. */
  restore(isKnown: boolean): Stored;
  /** The record in the database, which may be there although the mirror has been cleared. */
  readDatabase(): Promise<TimedRecord | undefined>;
  write(part: StoredPart, state: VisitorState): void;
  clear(): void;
}

/** Keys in the mirror, beside that of the record. `docs/privacy.md` lists them. */
const consentMark = 'consent';
const choiceMark = 'choice';

const dayMs = 86_400_000;

export function createVisitorStorage(settings: Settings): VisitorStorage {
  const { endpoint = '', consent, staleDays, timeoutMs } = settings;
  const isOn = settings.storage === 'on';
  const mirror = createMirror(isOn);
  // A record that was asked for without Global Privacy Control may hold more than is allowed with it.
  const version = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl ? 2 : 1;
  const parse = (value: unknown) => {
    const cached = parseCached(value, version);
    return cached && Date.now() - cached.time <= staleDays * dayMs ? cached : undefined;
  };
  return {
    mirror,
    readConsent: () => (consent === 'required' ? mirror.readIfChanged(consentMark) : undefined),
    restore(isKnown) {
      const choice = mirror.readIfChanged(choiceMark);
      const cached = parse(mirror.readIfChanged(endpoint));
      return {
        cached,
        choice: choice === undefined ? choice : (parseChoice(choice) ?? null),
        embedded: readEmbedded(),
        returning: isOn ? recallVisit(isKnown || !!cached) : undefined,
        time: Date.now(),
        uptimeMs: performance.now(),
      };
    },
    readDatabase: async () => (isOn ? parse(await readRecord(endpoint, timeoutMs / 2)) : undefined),
    write(part, { choice, found }) {
      if (part === 'consent') mirror.write(consentMark, true);
      else if (part === 'choice') mirror.write(choiceMark, choice);
      else if (found) {
        const entry = { version, time: found.time, record: found.record };
        mirror.write(endpoint, entry);
        writeRecord(endpoint, entry);
      }
    },
    clear() {
      mirror.clear();
      removeRecords();
    },
  };
}
