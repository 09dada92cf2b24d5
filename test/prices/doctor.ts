import { checkPrices } from '../../src/doctor/check-prices.ts';
import { requestPage } from '../../src/doctor/check-page.ts';
import { startFrontServer } from '../support/front-server.ts';
import type { Surface } from '../surfaces/surface.ts';
import type { Mismatch } from './compare.ts';
import { readList } from './expected.ts';
import { otherPrices, type Planted, type Shop } from './shops.ts';
import { afterLink, links, nowhere, type Visitor, visitors } from './visitors.ts';

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
      const expected = findingsOf(shop, visitor, surface.embedded);
      if (JSON.stringify(seen) !== JSON.stringify(expected))
        mismatches.push({
          visit: `the doctor at ${shop.path} (${shop.writing}, ${shop.description}, ${shop.kind}), ${visitor.name}`,
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
  return (await startDoctor(surface, nowhere))(path);
}

/** What the doctor must say of a page whose prices agree. */
function findingsOf(shop: Shop, asker: Visitor, embedded: boolean): readonly string[] {
  // Only a server that writes pages says where the doctor is.
  const visitor = embedded ? asker : nowhere;
  const others = { ...shop, prices: otherPrices, was: '' };
  const lists = shop.kind === 'another product before it' ? [others, shop] : [shop];
  const changes = lists.flatMap((list) => {
    const { price, isWritten } = readList(list, afterLink(visitor, 'US'));
    const [first = ''] = list.prices.split(', ');
    const text = `a crawler from the US reads ${inShort(price)}, and your HTML says ${inShort(first)}`;
    return embedded && !isWritten ? [`warning: The server writes this page for its visitor: ${text}.`] : [];
  });
  const estimates = (['US', ...choices] as const).flatMap((link) => {
    const seen = afterLink(visitor, link);
    const { price, estimate } = readList(shop, seen);
    const text = `${inShort(price)} shows as an estimate in ${seen.currency} for ${link}`;
    return estimate ? [`warning: ${text}, which no checkout charges and structured data never say.`] : [];
  });
  const warnings = [...changes, ...estimates];
  if (warnings.length > 0) return warnings;
  const sources = [
    ...(lists.length > 1 || shop.description.startsWith('JSON') ? ['JSON-LD'] : []),
    ...(shop.description.startsWith('JSON') ? [] : ['microdata']),
  ];
  const places = `as it stands and for US, ${choices.join(', ')}`;
  return [`good: The page and its structured data (${sources.join(', ')}) say the same price, ${places}.`];
}

/** Without zeros at the end. */
function inShort(price: string): string {
  const [currency, amount] = price.split(' ');
  return `${currency} ${Number(amount)}`;
}
