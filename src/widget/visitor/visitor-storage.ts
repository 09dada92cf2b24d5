import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import { parseChoice } from '../../rules/choice.ts';
import type { Settings } from '../boot/settings.ts';
import { native } from '../dom/native.ts';
import { readRecord, removeRecords, writeRecord } from './idb-store.ts';
import { consentKey, createMirror, linkKey, type Mirror, prefix } from './mirror.ts';
import { hasPrivacySignal } from './page-facts.ts';
import type { StoredPart } from './effects.ts';
import type { Found, Stored, TimedRecord, VisitorState } from './visitor-state.ts';
import type { Source } from './visitor.ts';

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
  readDatabase(): Promise<Found | undefined>;
  write(part: StoredPart, state: VisitorState): void;
  clear(): void;
}

/** Keys in the mirror, beside that of the record. `docs/privacy.md` lists them. */
const choiceKey = 'geolet:choice';
/** Whether the visitor was here before this visit, which lasts as long as its tab: `yes` or `no`. */
const visitKey = 'geolet:returning';

const dayMs = 86_400_000;

/**
 * The clocks of visitor and server may differ by this much. An older page comes from a cache that should not have
 * stored it.
 */
const maxPageAgeMs = 600_000;

export function createVisitorStorage(
  settings: Settings,
  mayStore: (inPreview?: boolean) => boolean | undefined,
): VisitorStorage {
  const { endpoint = '', consent, staleDays, timeoutMs } = settings;
  const isOn = settings.storage === 'on';
  const mirror = createMirror(isOn, mayStore);
  // A record that was asked for without Global Privacy Control may hold more than is allowed with it.
  const version = hasPrivacySignal() ? 2 : 1;
  const parse = (value: unknown) => {
    const cached = parseFound(value, 'cache', version);
    return cached && Date.now() - cached.time <= staleDays * dayMs ? cached : undefined;
  };

  return {
    mirror,
    readConsent: () => (consent === 'required' ? mirror.readIfChanged(consentKey) : undefined),
    restore(isKnown) {
      const choice = mirror.readIfChanged(choiceKey);
      const cached = parse(mirror.readIfChanged(prefix + endpoint));
      return {
        cached,
        choice: choice === undefined ? choice : (parseChoice(choice) ?? null),
        link: isOn ? attempt(() => parseChoice(JSON.parse(sessionStorage.getItem(linkKey) ?? ''))) : undefined,
        embedded: readEmbedded(),
        returning: isOn
          ? attempt(() => {
              const mark = sessionStorage.getItem(visitKey) ?? (isKnown || cached ? 'yes' : 'no');
              mirror.put(visitKey, mark, true);
              return mark === 'yes';
            })
          : undefined,
        time: Date.now(),
        uptimeMs: performance.now(),
      };
    },
    readDatabase: async () => (isOn ? parse(await readRecord(endpoint, timeoutMs / 2)) : undefined),
    write(part, { choice, link, found }) {
      if (part === 'consent') mirror.put(consentKey, 'true');
      else if (part === 'choice') {
        mirror.put(choiceKey, JSON.stringify(choice));
        mirror.put(linkKey, JSON.stringify(link), true);
      } else if (found) {
        const entry = { version, time: found.time, record: found.record };
        mirror.put(prefix + endpoint, JSON.stringify(entry));
        writeRecord(endpoint, entry);
      }
    },
    clear() {
      mirror.clear();
      removeRecords();
    },
  };
}

/** Parses a record and leaves out the page of its lookup: the visitor may be on another one now. */
export function parseLookedUp(value: unknown): VisitorRecord | undefined {
  const parsed = parseRecord(value);
  if (!parsed) return undefined;
  const { currentPage: _page, referer: _referrer, ...record } = parsed;
  return record;
}

/** Reads a record that is stored, or in the page. Another script or an older version may have written it, so it is checked. */
export function parseFound(value: unknown, source: Source, wantedVersion = 1): Found | undefined {
  const { version, time, record } = (value ?? {}) as Partial<TimedRecord & { version: number }>;
  const parsed = version === wantedVersion && Number.isFinite(time) ? parseLookedUp(record) : undefined;
  return parsed && { time: Number(time), record: parsed, source };
}

/** @returns the record that the server has put into the page, if the page was made for this view. */
function readEmbedded(): Found | undefined {
  const embedded = parseFound(
    attempt(() => JSON.parse(native(document).querySelector('script[data-geo-record]')?.textContent ?? '') as unknown),
    'embedded',
  );
  const time = Date.now();
  return embedded && Math.abs(time - embedded.time) < maxPageAgeMs ? { ...embedded, time } : undefined;
}

declare global {
  /**
   * Set by `header.ts`: what it has made of a header of the page's response. Its time is 0 where the page came from the
   * browser's own cache, since nobody knows then how old the header is.
   */
  var geoletHeader: unknown;
}
