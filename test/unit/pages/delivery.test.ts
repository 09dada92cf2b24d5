import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VisitorRecord } from '../../../src/record/record.ts';
import { writePage } from './write-page.ts';

const vectors = JSON.parse(readFileSync(new URL('../../cases/delivery.json', import.meta.url), 'utf8')) as {
  readonly groups: object;
  readonly visitors: Readonly<Record<string, VisitorRecord | null>>;
  readonly cases: ReadonlyArray<{
    readonly plan: Readonly<Record<string, string>>;
    readonly closures?: object;
    readonly now: string;
    readonly orderBy?: string;
    readonly sees: Readonly<Record<string, string>>;
  }>;
};

const lyon = { countryCode: 'FR', isEU: true, timezone: 'Europe/Paris' };
const osaka = { countryCode: 'JP', isEU: false, timezone: 'Asia/Tokyo' };
const standard = {
  days: 'FR: 1-2, eu: 2-4, US-HI: 9-14, *: 5-9',
  cutoff: '14:00',
  timezone: 'Europe/Lisbon',
  template: 'Delivered {from} to {to}',
};
const named = '<geo-delivery plan="standard">Ships in 5 to 9 days</geo-delivery>';
const withDays = (attributes: string) =>
  `<geo-delivery days="*: 2" timezone="UTC" work="mon-sun" ${attributes}>Soon</geo-delivery>`;

/** The page with its settings, as the visitor gets it. */
function write(html: string, record: VisitorRecord, block: object | string = { delivery: { standard } }) {
  const json = typeof block === 'string' ? block : JSON.stringify(block);
  const settings = `<script type="application/json" data-geo-settings>${json}</script>`;
  return writePage(settings + html, record, { report: (line) => expect.unreachable(line) });
}

/** What they read in its element, with scripts off. */
async function read(...page: Parameters<typeof write>): Promise<string> {
  const [, written, asWritten] =
    /<geo-delivery[^>]*>(?:.*<bdi part="value">([^<]*)|([^<]*))/.exec(await write(...page)) ?? [];
  return written ?? asWritten ?? '';
}

/** Wednesday, four hours before the cut-off in Lisbon. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-02T10:00:00Z') }));
afterEach(() => void vi.useRealTimers());
const at = (time: string) => vi.setSystemTime(Date.parse(time));

function wordsFor(date: string, now: string): string {
  const days = (Date.parse(date) - Date.parse(now.slice(0, 10))) / 86_400_000;
  const options = { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' } as const;
  const year = date.slice(0, 4) === now.slice(0, 4) ? undefined : 'numeric';
  return ['today', 'tomorrow'][days] ?? new Date(date).toLocaleDateString('en', { ...options, year });
}

/** Those of the last hour before a cut-off are left out: then a server leaves the dates to the browser. */
const rows = vectors.cases.flatMap(({ sees, ...one }) =>
  Object.entries(sees)
    .filter(
      ([visitor]) => vectors.visitors[visitor] && !(Date.parse(one.orderBy ?? '') - Date.parse(one.now) <= 3_600_000),
    )
    .map(([visitor, seen]) => ({ ...one, days: one.plan.days, visitor, seen })),
);

describe('a server-written page', () => {
  it.each(rows)(
    'says the dates of the vectors: $days at $now for $visitor',
    async ({ plan, visitor, seen, ...one }) => {
      at(one.now);
      const zone = 12 - new Date(one.now).getUTCHours();
      // Where it is noon: midnight is far, and the date is that of UTC.
      const timezone = `Etc/GMT${zone > 0 ? '-' : '+'}${Math.abs(zone)}`;
      const standard = { timezone: 'Europe/Lisbon', ...plan, template: '{from} to {to}' };
      const block = { groups: vectors.groups, closures: one.closures, delivery: { standard } };
      const words = seen
        .split('..')
        .map((date) => wordsFor(date, one.now))
        .join(' to ');
      expect(await read(named, { ...vectors.visitors[visitor], timezone }, block)).toBe(
        seen === 'children' ? 'Ships in 5 to 9 days' : words,
      );
    },
  );

  it('goes by what stands on the element before the plan', async () => {
    expect(await read(named.replace('plan', 'days="FR: 5" template="{days} days" plan'), lyon)).toBe('5 days');
  });

  it.each([
    ['its plan is not in the settings', named.replace('standard', 'express'), lyon],
    ['the visitor’s state is not known', named, { countryCode: 'US', timezone: 'America/New_York' }],
    ['the plan cannot be read', named.replace('plan', 'cutoff="14h" plan'), lyon],
    ['only a browser can read an attribute', named.replace('plan', 'template="Livr&eacute; {to}" plan'), lyon],
    ['the server does not know the zone of the plan', named.replace('plan', 'timezone="Lisbon" plan'), lyon],
    ['the visitor’s zone is not known', named, { countryCode: 'FR', isEU: true }],
    ['the time left is asked for', named.replace('plan', 'template="{left}" plan'), lyon],
  ])('is as written where %s', async (_name, html, record) => {
    expect(await read(html, record)).toBe('Ships in 5 to 9 days');
  });

  it.each([
    ['a plan', (deep: string) => `{ "delivery": { "standard": { "days": { "FR": ${deep} } } } }`],
    ['closures', (deep: string) => `{ "delivery": { "standard": ${JSON.stringify(standard)} }, "closures": ${deep} }`],
  ])('is as written where %s of the settings is nested more deeply than calls can be', async (_name, block) => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await read(named, lyon, block(deep))).toBe('Ships in 5 to 9 days');
  });

  it('has dates that hold for more than an hour, and no others', async () => {
    at('2026-12-02T12:59:59Z');
    expect(await read(named, lyon)).toBe('Delivered tomorrow to Fri, Dec 4');
    at('2026-12-02T13:00:00Z');
    expect(await read(named, lyon)).toBe('Ships in 5 to 9 days');
    // The cut-off has passed, and that of tomorrow is far.
    at('2026-12-02T14:00:00Z');
    expect(await read(named, lyon)).toBe('Delivered Fri, Dec 4 to Mon, Dec 7');
  });

  it('goes by the visitor’s day, which ends in the zone of their address', async () => {
    // 23:30 in Paris, 07:30 in Tokyo.
    at('2026-12-02T22:30:00Z');
    expect(await read(withDays('cutoff="21:00"'), lyon)).toBe('Soon');
    expect(await read(withDays('cutoff="21:00"'), osaka)).toBe('Sat, Dec 5');
    // Words without a day stay the same over midnight.
    expect(await read(withDays('cutoff="21:00" template="{weekday}"'), lyon)).toBe('Saturday');
  });

  it('reads no more plans than its settings may be long, and leaves the others to the browser', async () => {
    const days = `${'FR: 1, '.padEnd(50_000, ' ')}*: 2`;
    const many = { delivery: { long: { days, timezone: 'UTC', template: '{days}' } } };
    const element = (closures: string) => `<geo-delivery plan="long" closures="${closures}">Soon</geo-delivery>`;
    const countWritten = async (elements: readonly string[]) =>
      (await write(elements.join('\n'), lyon, many)).match(/part="value"/g)?.length;
    expect(await countWritten(Array.from({ length: 20 }, () => element('01-01')))).toBe(20);
    expect(await countWritten(Array.from({ length: 20 }, (_, index) => element(`2027-01-${index + 10}`)))).toBe(5);
  });

  describe('with a template beside the name of a plan', () => {
    const bound = (text: string, plan = 'standard') =>
      `<p data-geo-delivery="${plan}" data-geo-text="${text}" title="soon" data-geo-title="By {delivery-weekday}">Soon</p>`;
    const readBound = async (html: string, record: VisitorRecord) => {
      const page = await write(html, record);
      const [, title, text] = /<p [^>]* title="([^"]*)"[^>]*>([^<]*)</.exec(page) ?? [];
      return [text, title];
    };

    it('has the dates in texts and attributes, and as codes in addresses', async () => {
      expect(await readBound(bound('By {delivery-to}'), lyon)).toEqual(['By Fri, Dec 4', 'By Friday']);
      const link = '<a href="/cart" data-geo-delivery="standard" data-geo-href="/cart?by={delivery-to}">Buy</a>';
      expect(await write(link, lyon)).toContain('href="https://shop.example/cart?by=2026-12-04"');
    });

    it('takes the alternative where there is no promise, and leaves each other doubt to the browser', async () => {
      const somewhere = { countryCode: 'US', timezone: 'America/New_York' };
      expect(await write(bound('By {delivery-to|noon}'), somewhere)).toContain('>By noon<');
      for (const [text, record] of [
        ['{delivery-left|a while}', lyon],
        ['By {delivery-to|noon}', { countryCode: 'FR', isEU: true }],
      ] as const)
        expect(await write(bound(text), record)).toContain('>Soon</p>');
      expect(await write(bound('By {delivery-to|noon}', 'express'), lyon)).toContain('>Soon</p>');
      at('2026-12-02T13:00:00Z');
      expect(await write(bound('By {delivery-to|noon}'), lyon)).toContain('>Soon</p>');
    });
  });
});
