import type { VisitorPrice } from '../../rules/money/decide-price.ts';
import type { OptOut, Source, Visitor } from '../visitor/visitor.ts';

interface Fields {
  'geo-ready': { readonly visitor: Visitor | undefined; readonly source: Source };
  'geo-change': { readonly visitor: Visitor | undefined; readonly previous: Visitor | undefined };
  'geo-error': { readonly code: string };
  'geo-optout': { readonly optOut: OptOut };
}

/**
 * Fired on `document`, always and only once: there is a visitor, or it is certain that no visitor data will come for
 * now.
 */
export type GeoReadyEvent = Event & Fields['geo-ready'];

/** Fired on `document` after any later change of the visitor. The page is already up to date. */
export type GeoChangeEvent = Event & Fields['geo-change'];

/**
 * Fired on `document` once for each failure. `docs/errors.md` has the cause and the fix of every code. Its detail says
 * what has failed: an address, a status, the markup at fault.
 */
export type GeoErrorEvent = CustomEvent<string> & Fields['geo-error'];

/**
 * Fired on `document` in every open tab of the site when `geolet.optOut` has changed: the visitor has pressed a
 * `<geo-optout>`, here or in another tab.
 */
export type GeoOptOutEvent = Event & Fields['geo-optout'];

/**
 * Fired on a `<geo-currency>`, or on an element with `data-geo-currency`, when its price is another one than before; with
 * null once its text says no price, or several. Events come from the first call of `geolet.price()` on.
 */
export type GeoPriceEvent = CustomEvent<VisitorPrice | null>;

/** A `CustomEvent`, because MooTools replaces the browser's `Event`. */
export function createEvent<Type extends keyof Fields>(type: Type, fields: Fields[Type], detail?: string): Event {
  return Object.assign(new CustomEvent(type, { bubbles: true, composed: true, detail }), fields);
}

export function fire<Type extends keyof Fields>(type: Type, fields: Fields[Type], detail?: string): void {
  // `<img name="dispatchEvent">` hides the document's own method.
  dispatchEvent.call(document, createEvent(type, fields, detail));
}

declare global {
  interface HTMLElementEventMap {
    'geo-price': GeoPriceEvent;
  }
  interface DocumentEventMap {
    'geo-ready': GeoReadyEvent;
    'geo-change': GeoChangeEvent;
    'geo-error': GeoErrorEvent;
    'geo-optout': GeoOptOutEvent;
    'geo-price': GeoPriceEvent;
  }
}
