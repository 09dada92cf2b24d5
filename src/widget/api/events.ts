import type { Source, Visitor } from '../visitor/visitor.ts';

/** Extends `CustomEvent`, because MooTools replaces the browser's `Event`. */
class GeoEvent extends CustomEvent<unknown> {
  constructor(type: string, fields: object, detail?: string) {
    super(type, { bubbles: true, composed: true, detail });
    Object.assign(this, fields);
  }
}

/**
 * Fired on `document`, always and only once: there is a visitor, or it is certain that no visitor data will come for
 * now.
 */
export class GeoReadyEvent extends GeoEvent {
  declare readonly visitor: Visitor | undefined;
  declare readonly source: Source;
  constructor(visitor: Visitor | undefined, source: Source) {
    super('geo-ready', { visitor, source });
  }
}

/** Fired on `document` after any later change of the visitor. The page is already up to date. */
export class GeoChangeEvent extends GeoEvent {
  declare readonly visitor: Visitor | undefined;
  declare readonly previous: Visitor | undefined;
  constructor(visitor: Visitor | undefined, previous: Visitor | undefined) {
    super('geo-change', { visitor, previous });
  }
}

/** Fired on `document` once for each failure. `docs/errors.md` has the cause and the fix of every code. */
export class GeoErrorEvent extends GeoEvent {
  declare readonly code: string;
  /** What has failed: an address, a status, the markup at fault. */
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
