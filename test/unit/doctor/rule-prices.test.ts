import { describe, expect, it } from 'vitest';
import { checkPrices } from '../../../src/doctor/check-prices.ts';
import { request } from '../../../src/doctor/reply.ts';
import { plantedBlock } from '../../support/planted-offers.ts';
import { startServer } from '../../support/start-server.ts';
import { jsonLd, list, withList } from './priced-page.ts';

const price = '<main><p class="price">$149</p></main>';
const rules = (...written: readonly object[]) => plantedBlock({ rules: written });
const offer = jsonLd('149.00', 'USD');
const follows = jsonLd('149.00', 'USD', withList);
const rule = { select: 'main > .price', currency: list };

async function linesOn(html: string): Promise<readonly string[]> {
  const origin = await startServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en">${html}`),
  );
  const findings = await checkPrices(await request(origin), 'geo-choice', { choices: ['DE', 'JP'] });
  return findings.map(({ result, text }) => `${result}: ${text}`);
}

describe('a price that a rule writes', () => {
  it.each([
    ['the list itself', rules(rule)],
    ['a list of the price book', plantedBlock({ prices: { lamp: list }, rules: [{ ...rule, currency: 'sku: lamp' }] })],
    ['the first of two rules', rules(rule, { select: '.price', currency: 'USD 1' })],
    ['the list of the server', `<script type="application/json" data-geo-rules>${JSON.stringify([rule])}</script>`],
  ])('agrees with structured data that follow its list: %s', async (_, head) =>
    expect(await linesOn(head + price + follows)).toEqual([expect.stringMatching(/^good: /)]),
  );

  it('differs from structured data that do not', async () =>
    expect(await linesOn(rules(rule) + price + offer)).toEqual([
      expect.stringContaining('shows EUR 139 for DE, and JSON-LD says USD 149.'),
      expect.stringContaining('shows JPY 19900 for JP, and JSON-LD says USD 149.'),
    ]));

  it('differs only for those whom the rule is for', async () =>
    expect(await linesOn(rules({ ...rule, when: 'country: DE' }) + price + offer)).toEqual([
      expect.stringContaining('shows EUR 139 for DE, and JSON-LD says USD 149.'),
    ]));

  it.each([
    ['the selector finds another element', rules({ ...rule, select: 'aside > .price' }), price],
    ['the element is ignored', rules(rule), price.replace('<p', '<p data-geo-ignore')],
    ['an attribute writes its text', rules(rule), price.replace('<p', '<p data-geo-text="$149"')],
    ['the rule before it writes a text', rules({ select: '.price', text: '$149' }, rule), price],
  ])('does not count where %s', async (_, head, html) => expect(await linesOn(head + html + offer)).toEqual([]));
});

describe('what is not compared is said', () => {
  it.each([
    ['for several rules with conditions', rules({ ...rule, when: 'country: DE' }, rule), 'several rules write'],
    ['for rules at an address', plantedBlock({ rules: '/rules.json' }), 'the rules at /rules.json may write prices'],
    ['for structured data with a list on a page without', '', 'JSON-LD follows a list, and no price in the HTML does'],
  ])('%s', async (_, head, reason) => {
    expect(await linesOn(head + price + follows)).toContainEqual(
      expect.stringMatching(new RegExp(`^skipped: Not compared: ${reason}`)),
    );
  });

  it('but not for rules that write no price', async () =>
    expect(await linesOn(rules({ select: 'h1', text: 'Hello' }) + price + offer)).toEqual([]));
});
