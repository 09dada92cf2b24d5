import { Counter, type Family, Histogram } from './prometheus-text.ts';

/** In seconds. Most responses take well under a millisecond; the upper buckets show slow services, stores and pages. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];

/** Counts requests, for the service and the proxy alike, so that the same alerts fit both. */
export class RequestCounts {
  readonly #requests = new Counter();
  readonly #durations = new Histogram(durationBounds);
  #inFlight = 0;

  /** Counts a request that begins. Call the returned function with the status of its response. */
  begin(operation: string): (status: number | string) => void {
    const startedAt = performance.now();
    this.#inFlight++;
    return (status) => {
      this.#inFlight--;
      this.#requests.add({ operation, status: String(status) });
      this.#durations.observe({ operation }, (performance.now() - startedAt) / 1000);
    };
  }

  /** @param until what a duration lasts until. */
  families(until: string): readonly Family[] {
    return [
      family('counter', 'geolet_requests_total', 'Answered requests.', () => this.#requests.samples()),
      family('histogram', 'geolet_request_duration_seconds', `From the head of a request to ${until}.`, () =>
        this.#durations.samples(),
      ),
      family('gauge', 'geolet_requests_in_flight', 'Requests not answered yet.', () => [{ value: this.#inFlight }]),
    ];
  }
}

/** Geo data in use, as the service tells of them. */
export interface DatedData {
  readonly kind: string;
  readonly name: string;
  readonly builtAt: Date;
}

/** Two files may have the same name, such as those for IPv4 and IPv6. They share a series: the older date. */
export function dataFamily(data: () => readonly DatedData[]): Family {
  return family('gauge', 'geolet_data_built_timestamp_seconds', 'When the geo data in use were built.', () => {
    const newestFirst = data().toSorted((one, other) => other.builtAt.getTime() - one.builtAt.getTime());
    const oldest = new Map(newestFirst.map((one) => [`${one.kind}\n${one.name}`, one]));
    return [...oldest.values()].map(({ kind, name, builtAt }) => ({
      labels: { kind, name },
      value: builtAt.getTime() / 1000,
    }));
  });
}

export function family(type: Family['type'], name: string, help: string, samples: Family['samples']): Family {
  return { type, name, help, samples };
}
