/** Importing this runs nothing, and is safe on a server. */
export { startGeolet } from './start.ts';
export type { GeoletOptions } from './options.ts';
export type { ConditionObject } from '../rules/conditions/condition-table.ts';
export type { Geolet } from '../widget/api/api.ts';
export type { Inspection } from '../widget/api/inspection.ts';
export type { Source, Visitor } from '../widget/visitor/visitor.ts';
export type { VisitorRecord } from '../record/record.ts';
export type { VisitorPrice } from '../rules/money/decide-price.ts';
export type {
  GeoChangeEvent,
  GeoErrorEvent,
  GeoOptOutEvent,
  GeoPriceEvent,
  GeoReadyEvent,
} from '../widget/api/events.ts';
export { GeoBeforeUpdateEvent, GeoMatchEvent, GeoUnmatchEvent } from '../widget/elements/base/element-events.ts';
