import { expect, it } from 'vitest';
import { Counter, Histogram, prometheusText } from '../../../src/http/prometheus-text.ts';

it('writes families with their samples, and escapes what stands in labels', () => {
  const requests = new Counter([{ status: '200' }]);
  requests.add({ status: '200' });
  requests.add({ status: 'a"b\\c\nd' }, 3);
  const text = prometheusText([
    { name: 'requests_total', help: 'Answered.', type: 'counter', samples: () => requests.samples() },
    { name: 'empty', help: 'Nothing yet.', type: 'gauge', samples: () => [] },
  ]);
  expect(text).toBe(
    [
      '# HELP requests_total Answered.',
      '# TYPE requests_total counter',
      'requests_total{status="200"} 1',
      String.raw`requests_total{status="a\"b\\c\nd"} 3`,
      '# HELP empty Nothing yet.',
      '# TYPE empty gauge',
      '',
    ].join('\n'),
  );
});

it('counts durations up to each bound, their sum and their number', () => {
  const durations = new Histogram([0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 2]) durations.observe({ operation: 'record' }, seconds);
  const lines = durations
    .samples()
    .map(({ suffix, labels, value }) => [suffix, labels?.['le'], Math.round(value * 100) / 100]);
  expect(lines).toEqual([
    ['_bucket', '0.1', 2],
    ['_bucket', '1', 3],
    ['_bucket', '+Inf', 4],
    ['_sum', undefined, 2.65],
    ['_count', undefined, 4],
  ]);
});
