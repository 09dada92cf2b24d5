import type { Source, Visitor } from './visitor/visitor.ts';

const everywhere = { bubbles: true, composed: true };

/** On `document`, once, always: there is a visitor, or it is certain that there is none for now. */
export class GeoReadyEvent extends Event {
  readonly visitor: Visitor | undefined;
  readonly source: Source;
  constructor(visitor: Visitor | undefined, source: Source) {
    super('geo-ready', everywhere);
    this.visitor = visitor;
    this.source = source;
  }
}

/** On `document`, after any later answer that differs: the page has already followed. */
export class GeoChangeEvent extends Event {
  readonly visitor: Visitor | undefined;
  readonly previous: Visitor | undefined;
  constructor(visitor: Visitor | undefined, previous: Visitor | undefined) {
    super('geo-change', everywhere);
    this.visitor = visitor;
    this.previous = previous;
  }
}

/** On `document`, once for each failure. `docs/errors.md` has the cause and the fix of every code. */
export class GeoErrorEvent extends Event {
  readonly code: string;
  /** What it was about: an address, a status, the markup at fault. */
  readonly detail: string;
  constructor(code: string, detail: string) {
    super('geo-error', everywhere);
    this.code = code;
    this.detail = detail;
  }
}

declare global {
  interface DocumentEventMap {
    'geo-ready': GeoReadyEvent;
    'geo-change': GeoChangeEvent;
    'geo-error': GeoErrorEvent;
  }
}
