import type { Source, Visitor } from './visitor/visitor.ts';

/** MooTools puts another `Event` in the place of the browser's, and leaves this one. */
class GeoEvent extends CustomEvent<unknown> {
  constructor(type: string, fields: object, detail?: string) {
    super(type, { bubbles: true, composed: true, detail });
    Object.assign(this, fields);
  }
}

/** On `document`, once, always: there is a visitor, or it is certain that there is none for now. */
export class GeoReadyEvent extends GeoEvent {
  declare readonly visitor: Visitor | undefined;
  declare readonly source: Source;
  constructor(visitor: Visitor | undefined, source: Source) {
    super('geo-ready', { visitor, source });
  }
}

/** On `document`, after any later answer that differs: the page has already followed. */
export class GeoChangeEvent extends GeoEvent {
  declare readonly visitor: Visitor | undefined;
  declare readonly previous: Visitor | undefined;
  constructor(visitor: Visitor | undefined, previous: Visitor | undefined) {
    super('geo-change', { visitor, previous });
  }
}

/** On `document`, once for each failure. `docs/errors.md` has the cause and the fix of every code. */
export class GeoErrorEvent extends GeoEvent {
  declare readonly code: string;
  /** What it was about: an address, a status, the markup at fault. */
  declare readonly detail: string;
  constructor(code: string, detail: string) {
    super('geo-error', { code }, detail);
  }
}

declare global {
  interface DocumentEventMap {
    'geo-ready': GeoReadyEvent;
    'geo-change': GeoChangeEvent;
    'geo-error': GeoErrorEvent;
  }
}
