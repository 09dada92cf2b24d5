import type { VisitorRecord } from '../../record/record.ts';
import { chosenRecord } from '../../rules/choice.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import type { Settings } from '../boot/settings.ts';
import type { Source, Status } from './visitor.ts';

/** A record and when it was looked up. */
export interface TimedRecord {
  /** Milliseconds since 1970, by the visitor's clock. */
  readonly time: number;
  readonly record: VisitorRecord;
}

export interface Found extends TimedRecord {
  readonly source: Source;
}

/** What was read of what is stored, and of what stands in the page. */
export interface Stored {
  /** The record in the mirror, if it differs from what this page last read or wrote. */
  readonly cached: Found | undefined;
  /** Likewise the choice; null when it is gone. */
  readonly choice: Choice | null | undefined;
  /** Likewise the choice of the link that led to this tab's session. */
  readonly link: Choice | undefined;
  /** The record that the server has put into the page. */
  readonly embedded: Found | undefined;
  readonly returning: boolean | undefined;
  readonly time: number;
  /** Milliseconds since the page was opened. */
  readonly uptimeMs: number;
}

/** Why there is no record. Becomes a `geo-error` event, never an exception. */
export interface Failure {
  readonly code: string;
  readonly detail: string;
  /** Milliseconds after which another request can succeed: 0 for at once, Infinity for not on this page view. */
  readonly againMs: number;
}

export interface Failed {
  readonly request: number;
  readonly failure: Failure;
  /** Milliseconds since the page was opened; undefined while it is hidden or offline. */
  readonly uptimeMs: number | undefined;
}

/** What a page shows that is previewed as another visitor. */
export interface Previewed {
  /** Undefined where the lookup is to fail, or to be slow. */
  readonly record: VisitorRecord | undefined;
  /** Replaces the page's own facts. */
  readonly page: PageFacts;
  /** Whether the page is to wait, as for a slow answer. */
  readonly waits: boolean;
  readonly time: number;
}

/** The state of the page's one visitor. Only what happens in `happenings.ts` changes it. */
export interface VisitorState {
  readonly settings: Pick<Settings, 'endpoint' | 'storage' | 'consent' | 'freshHours'>;
  /** `pending` until `geo-ready`, and again once all has ended. */
  readonly status: Status;
  /** Whether the page has been seen, and what is stored has been read if that is allowed. */
  readonly started?: boolean;
  /** Whether `geolet.destroy()` was called. */
  readonly ended?: boolean;
  readonly consented: boolean;
  /** The record that counts unless the visitor has chosen. */
  readonly found?: Found | undefined;
  /** The record that a header of the page's response gives. It is a part of the page, so it needs no consent. */
  readonly header?: Found | undefined;
  readonly choice?: Choice | undefined;
  /** The choice that a link has brought. It counts where the visitor has chosen nothing else. */
  readonly link?: Choice | undefined;
  /** The record that was published last, as text. */
  readonly published?: string;
  /** The page facts of a preview; there while the page is previewed as another visitor. */
  readonly preview?: PageFacts;
  /** Whether the page's own visitor consents, so that the tab may keep the preview. */
  readonly keepsPreview?: boolean;
  /** Whether the visitor was here before this visit; undefined where that is not known. */
  readonly returning?: boolean | undefined;
  /** Requests are numbered from 1. This is the newest. */
  readonly newest: number;
  /** The newest request that was answered or cancelled. What comes for it, or for an older one, is too late. */
  readonly newestAnswered: number;
  /** Whether the newest request is under way and within its time budget. */
  readonly waiting?: boolean;
  /** Whether `geolet.refresh()` has caused the newest request. */
  readonly refreshing?: boolean;
  /** Whether the database is being read. */
  readonly reading?: boolean;
  /** Whether a lookup has failed. */
  readonly failed?: boolean;
  /** Milliseconds since the page was opened. Until then no request is sent, except by `geolet.refresh()`. */
  readonly notBefore: number;
}

/**
 * @param isGranted whether consent was given on an earlier page.
 * @param header the record that a header of the page's response gives.
 */
export function initialState(settings: VisitorState['settings'], isGranted?: boolean, header?: Found): VisitorState {
  return {
    settings,
    header,
    found: header,
    status: 'pending',
    consented: !!isGranted || settings.consent !== 'required',
    newest: 0,
    newestAnswered: 0,
    notBefore: 0,
  };
}

/** The record that the page shows. */
export function recordOf({ choice, link, found }: VisitorState): VisitorRecord | undefined {
  return chosenRecord(choice, chosenRecord(link, found?.record));
}

/**
 * Whether visitor and owner let anything be stored at this moment.
 *
 * @param inPreview whether that is asked for something that is stored in a preview too: the preview itself.
 */
export function mayStore(state: VisitorState, inPreview?: boolean): boolean | undefined {
  return state.settings.storage === 'on' && (state.consented || (inPreview && state.keepsPreview));
}

/** Whether this is the newest request, and an answer to it is still of use. */
export function isWanted(state: VisitorState, request: number): boolean {
  return request === state.newest && request > state.newestAnswered;
}
