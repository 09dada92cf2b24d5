/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const prometheusContentType = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** What stands behind the family's name, such as `_bucket`. */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Called at each scrape. */
  samples(): readonly Sample[];
}

export function prometheusText(families: readonly Family[]): string {
  return families
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples().map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${inBraces(labels)} ${value}`),
        '',
      ].join('\n'),
    )
    .join('');
}

function inBraces(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** Counts by labels. Their values come from the code, never from a request: each makes a series. */
export class Counter {
  readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();

  /** @param from series that are there from the first scrape on: rates are computed from the first value. */
  constructor(from: readonly Labels[] = []) {
    for (const labels of from) this.add(labels, 0);
  }

  add(labels: Labels, count = 1): void {
    const key = Object.values(labels).join('\n');
    const held = this.#counts.get(key);
    if (held === undefined) this.#counts.set(key, { labels, value: count });
    else held.value += count;
  }

  samples(): readonly Sample[] {
    return [...this.#counts.values()].map(({ labels, value }) => ({ labels, value }));
  }
}

/** Counts how long something took, in seconds, by labels. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts = new Counter();
  readonly #sums = new Counter();

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  observe(labels: Labels, seconds: number): void {
    for (const bound of this.#bounds) this.#counts.add({ ...labels, le: String(bound) }, seconds <= bound ? 1 : 0);
    this.#counts.add({ ...labels, le: '+Inf' });
    this.#sums.add(labels, seconds);
  }

  samples(): readonly Sample[] {
    const buckets = this.#counts.samples();
    return [
      ...buckets.map((sample) => ({ ...sample, suffix: '_bucket' })),
      ...this.#sums.samples().map((sample) => ({ ...sample, suffix: '_sum' })),
      ...buckets.flatMap(({ labels: { le, ...labels } = {}, value }) =>
        le === '+Inf' ? [{ suffix: '_count', labels, value }] : [],
      ),
    ];
  }
}
