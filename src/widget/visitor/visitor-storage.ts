import { parseChoice } from '../../rules/choice.ts';
import type { Settings } from '../settings.ts';
import { removeRecords } from './idb-store.ts';
import { createMirror, type Mirror } from './mirror.ts';
import { recallVisit } from './page-facts.ts';
import { createRecordCache, readEmbedded } from './record-cache.ts';
import type { Restored, StoredPart } from './visitor-event.ts';
import type { TimedRecord, VisitorState } from './visitor-state.ts';

/** What the browser stores about the visitor, and what the server has put into the page. */
export interface VisitorStorage {
  readonly mirror: Mirror;
  /** The mark of consent, if it differs from what this page last read or wrote. Not read where no consent is required. */
  readConsent(): unknown;
  /** @param isKnown whether a record is known already. */
  restore(isKnown: boolean): Restored;
  readDatabase(): Promise<TimedRecord | undefined>;
  write(part: StoredPart, state: VisitorState): void;
  clear(): void;
}

export function createVisitorStorage(settings: Settings): VisitorStorage {
  const isOn = settings.storage === 'on';
  const mirror = createMirror(isOn);
  const cache = createRecordCache(settings, mirror);
  return {
    mirror,
    readConsent: () => (settings.consent === 'required' ? mirror.readIfChanged('consent') : undefined),
    restore(isKnown) {
      const choice = mirror.readIfChanged('choice');
      const cached = cache.readIfChanged();
      return {
        type: 'restored',
        cached,
        choice: choice === undefined ? undefined : (parseChoice(choice) ?? null),
        embedded: readEmbedded(),
        returning: isOn ? recallVisit(isKnown || !!cached) : undefined,
        time: Date.now(),
        uptimeMs: performance.now(),
      };
    },
    readDatabase: cache.readDatabase,
    write(part, { choice, found }) {
      if (part === 'record') found && cache.write(found);
      else mirror.write(part, part === 'choice' ? choice : true);
    },
    clear() {
      mirror.clear();
      void removeRecords();
    },
  };
}
