import type { Facts } from '../../rules/facts.ts';
import { GeoChangeEvent, GeoReadyEvent } from '../api/events.ts';
import type { Report } from '../report.ts';
import { liveRecord, readPageFacts } from './page-facts.ts';
import type { Publication } from './visitor-event.ts';
import { recordOf, type VisitorState } from './visitor-state.ts';
import type { Status, Visitor } from './visitor.ts';

/** What the page adds to the facts about its visitor. */
export type PageExtras = Omit<Facts, 'record' | 'page' | 'platformTexts'>;

/** The visitor as the page sees them. */
export interface PageVisitor {
  /** Resolves at `geo-ready`; to undefined where there is no record. Never rejects. */
  readonly ready: Promise<Visitor | undefined>;
  /** Undefined until `geo-ready`. */
  readonly visitor: Visitor | undefined;
  readonly status: Status;
  /** Undefined until `geo-ready`: before that, no condition has an answer. Undefined again once all has ended. */
  readonly facts: Facts | undefined;
  /** Makes a new visitor object. Where something has changed, updates the page and then fires the event. */
  publish(state: VisitorState, change: Publication): void;
  /** Reads the page's own facts again and updates the page. */
  update(state: VisitorState): void;
  end(): void;
}

export interface PageVisitorOptions {
  /** Read again for each update. */
  readonly extras: PageExtras;
  readonly platformTexts: Map<string, string>;
  readonly report: Report;
  /** Updates the page to the facts. Called before the event that announces them, and when all has ended. */
  readonly follow: () => void;
}

export function createPageVisitor({ extras, platformTexts, report, follow }: PageVisitorOptions): PageVisitor {
  let resolveReady: (visitor: Visitor | undefined) => void;
  const page: { -readonly [Name in keyof PageVisitor]: PageVisitor[Name] } = {
    ready: new Promise((resolve) => {
      resolveReady = resolve;
    }),
    visitor: undefined,
    status: 'pending',
    facts: undefined,
    publish(state, change) {
      const { visitor: previous } = page;
      const visitor = visitorOf(state);
      page.visitor = visitor;
      page.status = state.status;
      if (change === 'unchanged') return;
      page.update(state);
      if (change === 'ready') resolveReady(recordOf(state) && visitor);
      const event =
        change === 'ready' ? new GeoReadyEvent(visitor, visitor.source) : new GeoChangeEvent(visitor, previous);
      // `<img name="dispatchEvent">` hides the document's own method.
      dispatchEvent.call(document, event);
    },
    update(state) {
      const { preview, returning } = state;
      const record = recordOf(state);
      try {
        page.facts = {
          ...extras,
          record: record && liveRecord(record, preview),
          page: readPageFacts(returning, preview),
          platformTexts,
        };
        follow();
      } catch (error) {
        report('update-failed', String(error));
      }
    },
    end() {
      page.status = 'pending';
      page.facts = undefined;
      resolveReady(undefined);
      follow();
    },
  };
  return page;
}

function visitorOf(state: VisitorState): Visitor {
  const { choice, found, preview } = state;
  const time = found?.time;
  return Object.freeze({
    __proto__: null,
    ...liveRecord(recordOf(state), preview),
    age: time ? Math.max(0, Math.round((Date.now() - time) / 1000)) : 0,
    source: choice ? 'choice' : (found?.source ?? 'none'),
  } as Visitor);
}
