import type { Page } from '@playwright/test';
import { answer } from '../elements/support.ts';
import { expect, open, test } from '../support/test.ts';

test.use({ timezoneId: 'Europe/Paris' });

const now = '2026-11-24T11:14:15Z';
const sender = 'cutoff="14:00" timezone="Europe/Lisbon"';
const why = (page: Page) =>
  page.evaluate(async () => (await globalThis.geolet?.explain(document.getElementById('a') ?? undefined)) ?? '');
const element = (attributes: string) => `<geo-delivery id="a" ${attributes}>Soon</geo-delivery>`;
const french = { countryCode: 'FR', stateCode: 'ARA' };
const settings = (block: object) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify(block)}</script>`;

for (const [what, record, html, ...lines] of [
  [
    'which entry counts, when an order leaves and what was counted',
    french,
    element(`days="FR: 1-2, *: 5" ${sender}`),
    'shows "Wed, Nov 25 – Thu, Nov 26" instead of "Soon"',
    "the entry for FR, where the visitor is: 1 to 2 of the carrier's days",
    'an order leaves on 2026-11-24, until 14:00 in Europe/Lisbon, 2026-11-24T14:00:00.000Z',
    'it is delivered from 2026-11-25 to 2026-11-26',
  ],
  [
    'that the state of the visitor is not known, which an entry asks',
    { countryCode: 'US' },
    element(`days="US-HI: 9, US: 3" ${sender}`),
    'shows "Soon", as written',
    "not replaced: the entry for US-HI may be the visitor's; the record has no state",
  ],
  [
    'that the country is not known',
    {},
    element(`days="FR: 1, *: 5" ${sender}`),
    "the entry for FR may be the visitor's; the record has no country",
  ],
  [
    'that the state of the visitor is not known, which a group asks',
    { countryCode: 'US' },
    element(`days="usoptout: 1, *: 2" ${sender}`),
    "not replaced: the entry for USOPTOUT may be the visitor's; the record has no state",
  ],
  [
    'that the visitor is in no place of the list',
    french,
    element(`days="DE: 1" ${sender}`),
    'not replaced: the visitor is in no place of days',
  ],
  [
    'that the sender is closed for too long',
    french,
    element(`days="*: 1" ${sender} closures="2026-11-01..2027-02-01"`),
    'not replaced: no order leaves, or none arrives, within 60 days',
  ],
  [
    'that the destination is closed for too long',
    french,
    settings({ closures: { FR: '2026-11-01..2027-02-01' } }) + element(`days="*: 1" ${sender}`),
    'closures of destinations may hold for the visitor',
  ],
  [
    'what of the plan that is named cannot be used',
    french,
    settings({ delivery: { standard: { days: 'FR: 1', timezone: 'Europe/Lisbon', cutoff: '2pm' } } }) +
      element('plan="standard"'),
    'what is written about the delivery cannot be used',
    'the delivery plan "standard" of the settings block: cutoff="2pm" is not a time',
  ],
  [
    'of a binding, too, what its plan comes to',
    french,
    `${settings({ delivery: { standard: { days: 'FR: 1-2', timezone: 'Europe/Lisbon' } } })}<p id="a" data-geo-delivery="standard" data-geo-text="By {delivery-to}">Soon</p>`,
    'data-geo-text="By {delivery-to}" has written "By Thu, Nov 26" instead of "Soon"',
    '{delivery-to} → Thu, Nov 26',
    'it is delivered from 2026-11-25 to 2026-11-26',
  ],
] as const)
  test(`explain says ${what}`, async ({ page, site, expectLines }) => {
    if (html.includes('2pm')) expectLines(/unusable-delivery/);
    answer(site, record);
    await page.clock.install({ time: now });
    await open(page, site.page(html));
    for (const line of lines) await expect.poll(() => why(page)).toContain(line);
  });
