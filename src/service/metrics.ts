import { processFamilies } from '../http/process-families.ts';
import { Counter, prometheusText } from '../http/prometheus-text.ts';
import { dataFamily, family, RequestCounts } from '../http/request-families.ts';
import type { GeoData } from './geo/geo-data.ts';

/** What the service counts about itself. Labels come from the code, never from a request. */
export interface Metrics {
  /** Counts a request that begins. Call the returned function with the status of its response. */
  begin(operation: string): (status: number) => void;
  /** Counts a reload of the geo data. */
  countReload(result: 'taken' | 'refused'): void;
  /** True once the process was asked to stop. */
  isDraining: boolean;
  /** All metrics in the text format of Prometheus. */
  text(): string;
}

export const noMetrics: Metrics = {
  begin: () => () => undefined,
  countReload: () => undefined,
  isDraining: false,
  text: () => '',
};

export function createMetrics(geo: GeoData): Metrics {
  const requests = new RequestCounts();
  const reloads = new Counter([{ result: 'taken' }, { result: 'refused' }]);
  /** The files of one name share a series: the sum of failures. */
  const failedLookups = () => {
    const failures = new Counter();
    for (const { kind, name, failedLookups: count } of geo.inUse) failures.add({ kind, name }, count);
    return failures.samples();
  };
  const families = [
    ...requests.families('its answer'),
    family('counter', 'geolet_data_reloads_total', 'New geo data that were taken or refused.', () => reloads.samples()),
    dataFamily(() => geo.inUse),
    family(
      'counter',
      'geolet_data_failed_lookups_total',
      'Lookups that met a place in a file that is corrupt, or could not be read.',
      failedLookups,
    ),
    ...processFamilies(),
  ];
  return {
    begin: (operation) => requests.begin(operation),
    countReload: (result) => reloads.add({ result }),
    isDraining: false,
    text: () => prometheusText(families),
  };
}
