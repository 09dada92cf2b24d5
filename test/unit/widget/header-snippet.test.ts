import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { array, assert, constantFrom, oneof, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../support/listed.ts';
import { headerRecord } from '../../../src/record/header-record.ts';

const text = readFileSync('dist/geolet-header.js', 'utf8');

interface Page {
  /** Undefined in a browser that has no entry for the page. */
  readonly entry?: unknown;
  readonly signal?: boolean;
  /** What the owner has set on the script. */
  readonly gpc?: string;
}

/** Runs the snippet as a page would. @returns what it hands over. */
function run({ entry, signal = false, gpc }: Page): unknown {
  const page: { geoletHeader?: unknown } = {};
  runInNewContext(text, {
    globalThis: page,
    document: { currentScript: { dataset: { gpc } } },
    performance: { getEntriesByType: () => (entry ? [entry] : []) },
    navigator: { globalPrivacyControl: signal },
    Date: { now: () => 7 },
  });
  return JSON.parse(JSON.stringify(page.geoletHeader)) as unknown;
}

const fresh = { fetchStart: 1, responseStart: 3, nextHopProtocol: 'h2' };
const named = (...places: readonly string[]) => ({
  ...fresh,
  serverTiming: places.map((description) => ({ name: 'geo', description, duration: 0 })),
});
const written = (place: string, time = 7) =>
  JSON.parse(JSON.stringify({ version: 1, time, record: headerRecord(place, true) })) as unknown;
const nothing = {};

describe('the snippet header', () => {
  it('has at most 2,000 bytes as it stands, and 1,200 of brotli', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2000);
    expect(brotliCompressSync(text).length).toBeLessThanOrEqual(1200);
  });

  it('hands over the country, with the time of this view', () =>
    expect(run({ entry: named('FR') })).toEqual(written('FR')));

  // As Chromium 156, Firefox 153 and WebKitGTK 2.50 say it while the head of the page is read.
  it.each([
    ['Chromium', [3.1, 5.6, 'http/1.1'], [3.1, 3.5, '']],
    ['Firefox', [0, 11, 'http/1.1'], [1, 1, 'http/1.1']],
    ['WebKit', [0, 2, 'http/1.1'], [-2645, -2618, '']],
  ] as const)('says no time for a page from the cache of %s, whose age nobody knows', (_browser, anew, kept) => {
    const runAt = ([fetchStart, responseStart, nextHopProtocol]: readonly [number, number, string]) =>
      run({ entry: { ...named('FR'), fetchStart, responseStart, nextHopProtocol } });
    expect(runAt(anew)).toEqual(written('FR'));
    expect(runAt(kept)).toEqual(written('FR', 0));
  });

  it('hands over the state, and with Global Privacy Control only where the owner says so', () => {
    expect(run({ entry: named('US-CA') })).toEqual(written('US-CA'));
    expect(run({ entry: named('US-CA'), signal: true })).toEqual(written('US'));
    expect(run({ entry: named('US-c'), signal: true })).toEqual(nothing);
    expect(run({ entry: named('US-CA'), signal: true, gpc: 'state' })).toEqual(written('US-CA'));
  });

  it('takes none of two', () => {
    for (const other of ['FR', 'DE', '']) expect(run({ entry: named('FR', other) }), other).toEqual(nothing);
  });

  it.each<[string, unknown]>([
    ['no entry', undefined],
    ['no such header', named()],
    ['an entry of another name', { ...fresh, serverTiming: [{ name: 'edge', description: 'FR' }] }],
    ['an old browser', fresh],
    ...['XX', 'T1', '', 'fr', 'FR;', '<b>FR', 'FR\u0000', '٣٤', 'FRANCE'].map(
      (place) => [place, named(place)] satisfies [string, unknown],
    ),
  ])('changes nothing for %s', (_what, entry) => expect(run({ entry })).toEqual(nothing));

  it('takes at most one country of 500 hostile headers, and throws at none', () => {
    const hostile = oneof(
      string({ unit: 'binary', maxLength: 20 }),
      constantFrom(...wordsOf('FR DE US-CA XX T1 " , ; </script><script>alert(1)</script> FR,DE F\u0660'), ''),
      constantFrom('FR', 'x').map((part) => part.repeat(32_768)),
    );
    const entry = record({ name: constantFrom('geo', 'GEO', '__proto__', 'geo '), description: hostile });
    // As many as one header has, or the same one many times.
    const entries = oneof(
      array(entry, { maxLength: 8 }),
      entry.map((one) => Array.from({ length: 100 }, () => one)),
    );
    assert(
      property(entries, (serverTiming) => {
        const found = run({ entry: { ...fresh, serverTiming } });
        const [only, other] = serverTiming.filter(({ name }) => name === 'geo').map(({ description }) => description);
        const isOne = only !== undefined && other === undefined && headerRecord(only, true);
        expect(found).toEqual(isOne ? written(only) : nothing);
      }),
      { numRuns: 500 },
    );
  });
});
