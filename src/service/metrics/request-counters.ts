import { family, type Labels } from './text-format.ts';

/** In seconds. Answers take well under a millisecond; the rest tells of stores and of trouble. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];

interface Durations {
  readonly buckets: number[];
  seconds: number;
  count: number;
}

/** Requests by operation and status, and how long they took by operation. Labels come from the code, never from a request. */
export class RequestCounters {
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #durations = new Map<string, Durations>();
  #inFlight = 0;

  begin(operation: string): (status: number) => void {
    const startedAt = performance.now();
    this.#inFlight++;
    return (status) => {
      this.#inFlight--;
      this.#count(operation, status, (performance.now() - startedAt) / 1000);
    };
  }

  #count(operation: string, status: number, seconds: number): void {
    const statuses = this.#statuses.get(operation) ?? new Map<number, number>();
    this.#statuses.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    const durations = this.#durations.get(operation) ?? { buckets: bounds.map(() => 0), seconds: 0, count: 0 };
    this.#durations.set(operation, durations);
    const bucket = bounds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) durations.buckets[bucket] = (durations.buckets[bucket] ?? 0) + 1;
    durations.seconds += seconds;
    durations.count++;
  }

  lines(): string[] {
    const statuses = [...this.#statuses].flatMap(([operation, counts]) =>
      [...counts].map(([status, count]): [Labels, number] => [{ operation, status }, count]),
    );
    return [
      ...family('geolet_requests_total', 'counter', 'Answered requests.', statuses),
      ...family(
        'geolet_request_duration_seconds',
        'histogram',
        'From the head of a request to its answer.',
        [...this.#durations].flatMap(([operation, durations]) => samplesOf(operation, durations)),
      ),
      ...family('geolet_requests_in_flight', 'gauge', 'Requests not answered yet.', [[{}, this.#inFlight]]),
    ];
  }
}

/** Each bucket counts those below it as well. */
function samplesOf(operation: string, { buckets, seconds, count }: Durations): [Labels, number, string][] {
  let below = 0;
  const samples = bounds.map((bound, index): [Labels, number, string] => [
    { operation, le: bound },
    (below += buckets[index] ?? 0),
    '_bucket',
  ]);
  return [
    ...samples,
    [{ operation, le: '+Inf' }, count, '_bucket'],
    [{ operation }, seconds, '_sum'],
    [{ operation }, count, '_count'],
  ];
}
