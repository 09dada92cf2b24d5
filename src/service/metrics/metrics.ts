import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DataInUse, GeoData } from '../geo/geo-data.ts';
import { RequestCounters } from './request-counters.ts';
import { family, type Labels } from './text-format.ts';

/** What the service counts about itself. */
export interface Metrics {
  /** A request begins; call what is returned with the status of its answer. */
  begin(operation: string): (status: number) => void;
  /** New geo data were taken, or refused. */
  countReload(result: 'taken' | 'refused'): void;
  /** Set when the process was asked to stop. */
  isDraining: boolean;
  /** For Prometheus. */
  text(geo: GeoData): string;
}

export const noMetrics: Metrics = {
  begin: () => () => undefined,
  countReload: () => undefined,
  isDraining: false,
  text: () => '',
};

export function createMetrics(): Metrics {
  const requests = new RequestCounters();
  const reloads = { taken: 0, refused: 0 };
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    begin: (operation) => requests.begin(operation),
    countReload: (result) => void reloads[result]++,
    isDraining: false,
    text(geo) {
      const { user, system } = process.cpuUsage();
      const text = [
        ...requests.lines(),
        ...family(
          'geolet_data_built_timestamp_seconds',
          'gauge',
          'When the geo data in use were built.',
          byName(geo, ({ builtAt }) => builtAt.getTime() / 1000, Math.min),
        ),
        ...family(
          'geolet_data_failed_look_ups_total',
          'counter',
          'Look-ups that met a corrupt place in a file.',
          byName(
            geo,
            ({ failedLookUps }) => failedLookUps,
            (one, other) => one + other,
          ),
        ),
        ...family(
          'geolet_data_reloads_total',
          'counter',
          'New geo data that were taken or refused.',
          Object.entries(reloads).map(([result, count]) => [{ result }, count]),
        ),
        ...family(
          'nodejs_eventloop_delay_p99_seconds',
          'gauge',
          'Delay of the event loop since the last time this was asked.',
          [[{}, delay.percentile(99) / 1e9]],
        ),
        ...family('process_resident_memory_bytes', 'gauge', 'Resident memory.', [[{}, process.memoryUsage.rss()]]),
        ...family('process_cpu_seconds_total', 'counter', 'Processor time.', [[{}, (user + system) / 1e6]]),
        ...family('process_start_time_seconds', 'gauge', 'When the process started.', [
          [{}, Math.round(Date.now() / 1000 - process.uptime())],
        ]),
      ].join('\n');
      delay.reset();
      return `${text}\n`;
    },
  };
}

/** Two files may have one name, such as those for IPv4 and IPv6, and one series has one value. */
function byName(
  { inUse }: GeoData,
  valueOf: (data: DataInUse) => number,
  merge: (one: number, other: number) => number,
): (readonly [Labels, number])[] {
  const merged = new Map<string, readonly [Labels, number]>();
  for (const data of inUse) {
    const { kind, name } = data;
    const key = `${kind} ${name}`;
    const before = merged.get(key);
    merged.set(key, [{ kind, name }, before === undefined ? valueOf(data) : merge(before[1], valueOf(data))]);
  }
  return [...merged.values()];
}
