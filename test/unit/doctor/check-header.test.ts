import type { IncomingMessage } from 'node:http';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkHeader, placesNamed } from '../../../src/doctor/check-header.ts';
import { examine } from '../../../src/doctor/examine.ts';
import { request } from '../../../src/doctor/reply.ts';
import { startServer } from '../../support/start-server.ts';

const script = `<script>${readFileSync('dist/geolet-header.js', 'utf8')}</script><script src="/geolet.js"></script>`;

interface Options {
  /** What the page's response names. */
  readonly named: (asked: IncomingMessage) => string | undefined;
  /** Whether a cache stores what it names, for each address. */
  readonly stores?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly head?: string;
}

function startPage({ named, stores = false, headers = {}, head = script }: Options): Promise<string> {
  const kept = new Map<string, string | undefined>();
  return startServer((asked, response) => {
    const path = asked.url ?? '';
    if (path.startsWith('/geo')) return response.writeHead(404).end();
    const isHit = stores && kept.has(path);
    const value = isHit ? kept.get(path) : named(asked);
    kept.set(path, value);
    return response
      .setHeaders(new Headers({ 'content-type': 'text/html', ...headers, ...(isHit && { age: '7' }) }))
      .setHeaders(new Headers(value === undefined ? {} : { 'server-timing': value }))
      .end(`<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body>`);
  });
}

/** What the doctor says of the header. */
async function look(options: Options, country?: string, isRead = true): Promise<readonly string[]> {
  const page = await request(await startPage(options));
  return (await checkHeader(page, isRead, country)).map(({ result, text }) => `${result}: ${text}`);
}

const french = () => 'cdn;dur=1, geo;desc="FR"';
const believing = ({ headers }: IncomingMessage) => (headers['x-forwarded-for'] ? 'geo;desc=JP' : 'geo;desc=FR');
describe('the doctor looks at the header that names the country, and', () => {
  it('finds it right where each copy has it', async () => {
    expect(await look({ named: french })).toEqual([
      expect.stringMatching(/^good: The page names FR in a header, and so does a copy that is made anew\./),
    ]);
    expect(await look({ named: french, stores: true }, 'FR')).toEqual([expect.stringContaining('made anew (Age: 7)')]);
  });

  it('says nothing of a page that neither has it nor reads it', async () =>
    expect(await look({ named: () => 'database;dur=7' }, 'FR', false)).toEqual([]));

  it('says shared, in red, of a copy that was stored with the country of somebody else', async () => {
    let asked = 0;
    const url = await startPage({ named: () => `geo;desc=${asked++ === 0 ? 'JP' : 'FR'}`, stores: true });
    await request(url);
    expect(await checkHeader(await request(url), true, undefined)).toMatchObject([
      {
        result: 'bad',
        text: 'The header is shared: the page names JP (Age: 7), and FR when it is asked for anew. A cache hands one country to all.',
        fix: expect.stringContaining('outermost') as string,
      },
    ]);
  });

  it('says shared of what a lying visitor has left behind for the next', async () =>
    expect(await look({ named: believing, stores: true })).toEqual([
      expect.stringMatching(/^bad: The header is shared/),
    ]));

  it('says shared where a stored page differs from the lookup of the same moment', async () =>
    expect(await look({ named: french, stores: true }, 'DE')).toEqual([
      expect.stringMatching(/^bad: The header is shared: the page names FR \(Age: 7\), and DE/),
    ]));

  it('warns where the lookup differs, and no cache is seen', async () =>
    expect(await look({ named: french }, 'DE')).toEqual([
      'warning: The page names FR in a header, and the lookup says DE.',
    ]));

  it('finds a cache wrong that believes what a visitor writes', async () =>
    expect(await look({ named: believing })).toEqual([
      'bad: The page names JP for a visitor who writes that into headers.',
    ]));

  it('finds two caches wrong that both name a country', async () =>
    expect(await look({ named: () => 'geo;desc=FR, geo;desc=DE' })).toEqual([
      expect.stringMatching(/^bad: The page names FR and DE in Server-Timing/),
    ]));

  it.each([
    [undefined, 'this response names none'],
    ['geo;desc=XX', 'which is no country'],
    ['geo;desc=fr', 'which is no country'],
    ['geo', 'which is no country'],
  ])('warns of %s', async (value, text) =>
    expect(await look({ named: () => value })).toEqual([expect.stringMatching(`^warning: .*${text}`)]),
  );

  it('asks for no record on a page without an endpoint', async () => {
    const findings = await examine(await startPage({ named: french }), undefined);
    const found = findings.filter(({ check }) => /^(header|record|visitor)$/.test(check));
    expect(found).toMatchObject([{ check: 'header', result: 'good' }]);
  });

  it('says which line a policy blocks', async () => {
    const headers = { 'content-security-policy': "script-src 'self'" };
    const findings = await examine(await startPage({ named: french, headers }), undefined);
    expect(findings.filter(({ check, result }) => check === 'policy' && result === 'bad')).toMatchObject([
      { text: expect.stringContaining('pasted line') as string },
    ]);
  });
});

it.each([
  ['geo;desc="FR"', ['FR']],
  ['geo;desc=FR', ['FR']],
  ['a;desc="x, geo;desc=DE", geo ; dur=3 ; desc = "US-CA"', ['US-CA']],
  ['geo;desc=FR, geo;desc=FR', ['FR', 'FR']],
  ['geo;desc=FR, geo;desc=DE', ['FR', 'DE']],
  ['geox;desc=FR', []],
  ['', []],
])('Server-Timing: %s names %j', (value, places) =>
  expect(
    placesNamed({ url: '', status: 200, headers: { 'server-timing': value }, text: '', ms: 0, server: '' }),
  ).toEqual(places),
);
