import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReport, mostReported, type Reported } from '../../../src/widget/report.ts';

const fired = vi.fn();
const lines = vi.spyOn(console, 'warn').mockReturnValue();

beforeEach(() => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('dispatchEvent', ({ detail }: CustomEvent<string>) => fired(detail));
});

afterEach(() => {
  vi.unstubAllGlobals();
  fired.mockClear();
  lines.mockClear();
});

function reportRows(count: number): ReadonlyMap<string, Reported> {
  const reported = new Map<string, Reported>();
  const report = createReport(reported);
  for (let row = 0; row < count; row++) report('unusable-value', `<p data-geo-show="country: ${row}">`);
  report('http', '502', true);
  report('http', '502', true);
  return reported;
}

it('a mistake is reported once for each cause, and a failure each time', () => {
  expect([...reportRows(2).keys()]).toEqual([
    'unusable-value: <p data-geo-show="country: 0">',
    'unusable-value: <p data-geo-show="country: 1">',
    'http: 502',
  ]);
  expect(fired).toHaveBeenCalledTimes(4);
  expect(lines).toHaveBeenCalledTimes(3);
});

it.each([mostReported, 10_000, 100_000])('no more mistakes are kept and told of %i, but every failure', (count) => {
  expect(reportRows(count).size).toBe(mostReported + 1);
  expect(fired).toHaveBeenCalledTimes(mostReported + 2);
  expect(lines).toHaveBeenCalledTimes(mostReported + 1);
});
