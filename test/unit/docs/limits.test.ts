import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../src/http/limits.ts';
import { maxEntries } from '../../../src/http/trusted-hops.ts';
import { maxHeaderLength } from '../../../src/proxy/record/lookup.ts';
import { networkShare } from '../../../src/record/address.ts';
import { oldDataDays } from '../../../src/record/operations.ts';
import { maxStringLength } from '../../../src/record/record.ts';
import { mostDays, mostEntries } from '../../../src/rules/delivery/plan.ts';
import { mostRules } from '../../../src/rules/page-rules/page-rules.ts';
import { longestSelector } from '../../../src/rules/page-rules/selector.ts';
import { parseGroups } from '../../../src/rules/conditions/own-groups.ts';
import { parsePrices } from '../../../src/rules/money/money.ts';
import { maxAtOnce } from '../../../src/widget/bindings/tasks.ts';
import { mostReported } from '../../../src/widget/report.ts';
import { maxLength } from '../../../src/widget/visitor/request.ts';
import { visitorLimits } from '../../../src/pages/render/visitor-limits.ts';
import { readingLimits } from '../../../src/rules/reading-limits.ts';
import { pageLimits } from '../../../src/pages/stream/page-limits.ts';
import { tableIn } from './page-table.ts';

const numberIn = (text = '') => Number(/\d[\d,]*/.exec(text)?.[0].replaceAll(',', ''));
/** The numbers of a table's second column, in the order of its rows. */
const limitsIn = (heading: string, page = 'docs/limits.md') =>
  tableIn(page, heading)
    .slice(1)
    .map(([, limit]) => numberIn(limit));

/** A number that its file keeps to itself. */
function constantIn(file: string, pattern: RegExp): number {
  const [, value = ''] = pattern.exec(readFileSync(file, 'utf8')) ?? [];
  return Number(value.replaceAll('_', ''));
}

const lengths = Array.from({ length: 40 }, (_, at) => at + 1);

describe('docs/limits.md', () => {
  it('has the limits of a page', () => {
    expect(limitsIn('## In a page')).toEqual([
      maxAtOnce,
      lengths.findLast((digits) => parsePrices(`EUR ${'9'.repeat(digits)}`) !== undefined),
      lengths.findLast((decimals) => parsePrices(`EUR 1.${'9'.repeat(decimals)}`) !== undefined),
      lengths.find((letters) => parseGroups({ ['a'.repeat(letters)]: 'DE' }).size),
      maxStringLength,
      maxLength,
      constantIn('src/widget/visitor/retry.ts', /maxRetries = (\d+)/),
      constantIn('src/widget/visitor/visitor-storage.ts', /maxPageAgeMs = ([\d_]+)/) / 60_000,
      constantIn('src/rules/money/conversion.ts', /defaultMaxAgeDays = (\d+)/),
      mostRules,
      longestSelector,
      constantIn('src/widget/features/page-rules.ts', /patienceMs = ([\d_]+)/) / 1000,
      readingLimits.prices,
      readingLimits.visitorCharacters,
      constantIn('src/widget/money/owner-price-book.ts', /patienceMs = ([\d_]+)/) / 1000,
      constantIn('src/widget/money/owner-rates.ts', /patienceMs = ([\d_]+)/) / 1000,
      constantIn('src/rules/time/schedule.ts', /horizonMs = (\d+) \* dayMs/),
      mostDays,
      mostEntries,
      constantIn('src/rules/delivery/promise.ts', /mostClosedDays = (\d+)/),
      1,
      constantIn('src/widget/elements/suggest/geo-suggest.ts', /getAttribute\('days'\) \?\? (\d+)\)/),
      constantIn('src/widget/bindings/retries.ts', /maxRetries = (\d+)/),
      mostReported,
    ]);
  });

  it('has the limits of the proxy', () =>
    expect(limitsIn('## At the proxy')).toEqual([
      networkShare,
      maxHeaderLength,
      maxEntries,
      defaultLimits.connections,
      constantIn('src/http/hardened-server.ts', /maxHeaderSize: ([\d_]+)/),
      constantIn('src/proxy/node/server.ts', /headersMs: ([\d_]+)/) / 1000,
    ]));

  it('has the limits of the service', () =>
    expect(limitsIn('## At the service')).toEqual([defaultLimits.connections, oldDataDays]));
});

it('docs/edge.md has the limits of a page that a server writes', () => {
  const { levels, heldBytes, attributes, outputTimes } = pageLimits;
  const { policies, baseCharacters, settingsCharacters, planCharacters } = visitorLimits;
  const mebibytes = (bytes: number) => bytes / 1_048_576;
  expect(limitsIn('### How much one page may take', 'docs/edge.md')).toEqual([
    levels,
    mebibytes(heldBytes),
    attributes,
    outputTimes,
    policies,
    baseCharacters,
    mebibytes(settingsCharacters),
    readingLimits.steps,
    planCharacters / 1024,
  ]);
});
