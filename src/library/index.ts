/** Importing this runs nothing, and is safe on a server. */
export { startGeolet } from './start.ts';
export type { GeoletOptions } from './options.ts';
export type { ConditionObject } from '../rules/condition-table.ts';
export type { Geolet } from '../widget/api.ts';
export type { Inspection } from '../widget/explain/inspection.ts';
export type { Source, Visitor } from '../widget/visitor/visitor.ts';
export type { VisitorRecord } from '../record/record.ts';
export { GeoChangeEvent, GeoErrorEvent, GeoReadyEvent } from '../widget/events.ts';
export { GeoBeforeUpdateEvent, GeoMatchEvent, GeoUnmatchEvent } from '../widget/elements/element-events.ts';
