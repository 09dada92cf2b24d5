import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { recordOf, startEcho } from './echo-upstream.ts';
import { lyon, startProxy, visit } from './visitor.ts';

/** Each differs from some other in one header alone: device, colours, language, page, or where they came from. */
const household = Array.from({ length: 100 }, (_, index) => ({
  'user-agent': `Browser/${index % 2}`,
  'sec-ch-prefers-color-scheme': index % 4 < 2 ? '"dark"' : '"light"',
  'accept-language': `l${index % 5}`,
  referer: `https://shop.example/page-${Math.floor(index / 20)}`,
  ...(index % 3 !== 0 && { 'x-visitor-referer': `https://search.example/${index % 3}` }),
}));

describe('100 visitors behind one address', () => {
  it('with different devices, preferences and pages get their own records in 10,000 requests', async () => {
    const upstream = await startEcho();
    const { proxy } = await startProxy({ upstream: upstream.url, expose: ['IP'] });
    let mixed = 0;
    for (let index = 0; index < 10_000; index++) {
      const headers = household[(index * 7 + Math.floor(index / 100)) % household.length] ?? {};
      const record: unknown = await (await proxy(visit(headers), { ip: lyon })).json();
      if (!isDeepStrictEqual(record, withoutGaps(recordOf({ ...headers, 'x-visitor-ip': lyon })))) mixed++;
    }
    expect(mixed).toBe(0);
    expect(upstream.received).toHaveLength(new Set(household.map((headers) => JSON.stringify(headers))).size);
  });

  it('who come at the same time get their own records too', async () => {
    const upstream = await startEcho();
    const { proxy } = await startProxy({ upstream: upstream.url });
    const records = await Promise.all(
      household.map(async (headers) => (await proxy(visit(headers), { ip: lyon })).json()),
    );
    expect(records).toEqual(
      household.map(({ 'user-agent': userAgent, referer: currentPage }) =>
        expect.objectContaining({ userAgent, currentPage }),
      ),
    );
  });
});

function withoutGaps(record: object): unknown {
  return JSON.parse(JSON.stringify(record));
}
