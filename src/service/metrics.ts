import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
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
  text(): Promise<string>;
}

export const noMetrics: Metrics = {
  begin: () => () => undefined,
  countReload: () => undefined,
  isDraining: false,
  text: async () => '',
};

export function createMetrics(geo: GeoData): Metrics {
  const registry = new Registry();
  const begin = countRequests(registry);
  const reloads = new Counter({
    name: 'geolet_data_reloads_total',
    help: 'New geo data that were taken or refused.',
    labelNames: ['result'],
    registers: [registry],
  });
  // Prometheus computes rates from the first value of a series, so both start at zero.
  for (const result of ['taken', 'refused']) reloads.inc({ result }, 0);
  describeData(registry, geo);
  describeProcess(registry);
  return {
    begin,
    countReload: (result) => reloads.inc({ result }),
    isDraining: false,
    text: () => registry.metrics(),
  };
}

/** In seconds. Most responses take well under a millisecond; the upper buckets show slow stores and other trouble. */
const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];

function countRequests(registry: Registry): Metrics['begin'] {
  const requests = new Counter({
    name: 'geolet_requests_total',
    help: 'Answered requests.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'geolet_request_duration_seconds',
    help: 'From the head of a request to its answer.',
    labelNames: ['operation'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'geolet_requests_in_flight',
    help: 'Requests not answered yet.',
    registers: [registry],
  });
  return (operation) => {
    const startedAt = performance.now();
    inFlight.inc();
    return (status) => {
      inFlight.dec();
      requests.inc({ operation, status });
      durations.observe({ operation }, (performance.now() - startedAt) / 1000);
    };
  };
}

/**
 * Two files may have the same name, such as those for IPv4 and IPv6. They share a series: the older date, the sum of
 * failures.
 */
function describeData(registry: Registry, geo: GeoData): void {
  const labelNames = ['kind', 'name'] as const;
  const builtAt = new Gauge({
    name: 'geolet_data_built_timestamp_seconds',
    help: 'When the geo data in use were built.',
    labelNames,
    registers: [],
    collect() {
      this.reset();
      const newestFirst = geo.inUse.toSorted((one, other) => other.builtAt.getTime() - one.builtAt.getTime());
      for (const { kind, name, builtAt: date } of newestFirst) this.set({ kind, name }, date.getTime() / 1000);
    },
  });
  const failedLookups = new Counter({
    name: 'geolet_data_failed_lookups_total',
    help: 'Lookups that met a place in a file that is corrupt, or could not be read.',
    labelNames,
    registers: [],
    collect() {
      this.reset();
      for (const data of geo.inUse) this.inc({ kind: data.kind, name: data.name }, data.failedLookups);
    },
  });
  registry.registerMetric(builtAt);
  registry.registerMetric(failedLookups);
}

function describeProcess(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const gauge = (name: string, help: string, read: () => number) => {
    const metric = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    });
    registry.registerMetric(metric);
  };
  gauge('nodejs_eventloop_delay_p99_seconds', 'Delay of the event loop since the last time this was asked.', () => {
    const seconds = delay.percentile(99) / 1e9;
    delay.reset();
    return seconds;
  });
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge('process_start_time_seconds', 'When the process started.', () =>
    Math.round(Date.now() / 1000 - process.uptime()),
  );
  const processorTime = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time.',
    registers: [],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  registry.registerMetric(processorTime);
}
