import { checkPrices } from '../../src/doctor/check-prices.ts';
import { requestPage } from '../../src/doctor/check-page.ts';
import { startFrontServer } from '../support/front-server.ts';
import { children, readTable } from '../support/price-table.ts';
import type { Surface } from '../surfaces/surface.ts';
import type { Mismatch } from './compare.ts';
import type { Planted, Shop } from './shops.ts';
import { links, owners, type Visitor, visitors } from './visitors.ts';

const choices = links.filter((link) => link !== '');

/** The doctor as a visitor: what it asks comes from their address. */
async function startDoctor(surface: Surface, visitor: Visitor) {
  const { origin, host } = new URL(surface.addressOf('/'));
  const front = await startFrontServer({
    to: origin,
    headers: (headers) => ({ ...headers, host, 'x-forwarded-for': visitor.address }),
  });
  return async (path: string): Promise<readonly string[]> => {
    const { pathname } = new URL(surface.addressOf(path));
    const page = await requestPage(new URL(pathname, front).href);
    const findings = await checkPrices(page, 'geo-choice', { choices });
    return findings.map(({ result, text }) => `${result}: ${text}`);
  };
}

/** What the doctor says of each shop as each visitor, where it is not what the table says. */
export async function compareWithDoctor(surface: Surface, shops: readonly Shop[]): Promise<readonly Mismatch[]> {
  const mismatches: Mismatch[] = [];
  for (const visitor of visitors) {
    const ask = await startDoctor(surface, visitor);
    for (const shop of shops) {
      const seen = await ask(shop.path);
      const expected = findingsOf(shop, surface.embedded);
      if (JSON.stringify(seen) !== JSON.stringify(expected))
        mismatches.push({
          visit: `the doctor at ${shop.path} (${shop.writing}, ${shop.description}), ${visitor.name}`,
          list: shop.prices,
          seen: { doctor: seen },
          expected: { doctor: expected },
        });
    }
  }
  return mismatches;
}

/** What the doctor says of a page as a visitor from nowhere. */
export async function examine(surface: Surface, { path }: Planted): Promise<readonly string[]> {
  const [nowhere] = visitors.slice(-1);
  return nowhere ? (await startDoctor(surface, nowhere))(path) : [];
}

/** What the doctor must say of a page whose prices agree. */
function findingsOf({ prices, description }: Shop, embedded: boolean): readonly string[] {
  const [first = ''] = prices.split(', ');
  const crawler = readTable(
    prices,
    '',
    { country: 'US', currency: 'USD', groups: [], choseCurrency: false, isGuessed: false },
    Object.keys(owners),
  );
  const [amount, currency] = crawler.replace(/^\?/, '').split(' ');
  const read = crawler === children ? first : `${currency} ${amount}`;
  if (embedded && read !== first)
    return [
      `warning: The server writes this page for its visitor: a crawler from the US reads ${inShort(read)}, and your HTML says ${inShort(first)}.`,
    ];
  const source = description.startsWith('JSON') ? 'JSON-LD' : 'microdata';
  return [
    `good: The page and its structured data (${source}) say the same price, as it stands and for US, ${choices.join(', ')}.`,
  ];
}

/** Without zeros at the end. */
function inShort(price: string): string {
  const [currency, amount] = price.split(' ');
  return `${currency} ${Number(amount)}`;
}
