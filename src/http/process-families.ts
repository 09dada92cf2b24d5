import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Family } from './prometheus-text.ts';
import { family } from './request-families.ts';

/** What any process says of itself, by the names that Prometheus's own clients have. */
export function processFamilies(): readonly Family[] {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const single = (type: Family['type'], name: string, help: string, read: () => number): Family =>
    family(type, name, help, () => [{ value: read() }]);
  return [
    single(
      'gauge',
      'nodejs_eventloop_delay_p99_seconds',
      'Delay of the event loop since the last time this was asked.',
      () => {
        // Not a number while nothing was measured yet.
        const seconds = (delay.percentile(99) || 0) / 1e9;
        delay.reset();
        return seconds;
      },
    ),
    single('gauge', 'process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()),
    single('gauge', 'process_start_time_seconds', 'When the process started.', () =>
      Math.round(Date.now() / 1000 - process.uptime()),
    ),
    single('counter', 'process_cpu_seconds_total', 'Processor time.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    }),
  ];
}
