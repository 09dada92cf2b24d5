import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { checkSite } from '../../../../src/doctor/site/check-site.ts';
import { request } from '../../../../src/doctor/reply.ts';
import { plantedBlock } from '../../../support/planted-offers.ts';
import { startServer } from '../../../support/start-server.ts';
import { serve } from '../serve.ts';
import { startClock } from '../waiting-clock.ts';

const rules = [{ select: '.price', currency: 'USD 49, EUR 45' }];
const head = plantedBlock({ rules });
const html = { 'content-type': 'text/html' };
const linksTo = (...paths: readonly string[]) => paths.map((path) => `<a href="${path}">x</a>`).join('');

/** A site whose pages have the block of rules, and a price. @returns where, and what was asked for, in its order. */
async function startShop(
  pages: Readonly<Record<string, string>>,
  others: Readonly<Record<string, RequestListener>> = {},
) {
  const asked: string[] = [];
  const url = await startServer((incoming, response) => {
    const path = incoming.url ?? '';
    asked.push(path);
    const body = pages[path];
    if (others[path]) return others[path](incoming, response);
    if (body === undefined) return response.writeHead(404).end();
    return response.writeHead(200, html).end(`<!doctype html><html lang="en">${head}<p class="price">$49</p>${body}`);
  });
  return { url, asked };
}

/** What is said of the site, and how long was waited between requests. */
async function walk({ url, asked }: Awaited<ReturnType<typeof startShop>>, most: number) {
  const { clock, waits } = startClock();
  const first = await request(url);
  asked.length = 0;
  const findings = await checkSite(first, { most, clock });
  return { lines: findings.map(({ result, text }) => `${result}: ${text}`), waits };
}

const redirectTo = (location: string) => serve(302, { location });

it('the pages that links lead to are read, near ones first, one a second', async () => {
  const linked = { '/': linksTo('/a', '/b'), '/a': linksTo('/', '/a/deep', '/b'), '/b': linksTo('/c') };
  const shop = await startShop({ ...linked, '/a/deep': '', '/c': '', '/alone': '' });
  const { lines, waits } = await walk(shop, 20);
  expect(shop.asked).toEqual(['/robots.txt', '/a', '/b', '/a/deep', '/c']);
  expect(waits).toEqual([1000, 1000, 1000, 1000]);
  expect(lines).toEqual([
    'good: 5 pages were read: /, /a, /b, /a/deep, /c.',
    'good: rules[0] (.price) finds one element on each of 5 pages.',
  ]);
});

it('no more addresses are asked for than the owner wants', async () => {
  const shop = await startShop({ '/': linksTo('/a', '/b', '/c'), '/a': '', '/c': '' });
  expect((await walk(shop, 3)).lines).toEqual([
    'good: 2 pages were read: /, /a.',
    'skipped: Not read: /b (answers 404).',
    'good: rules[0] (.price) finds one element on each of 2 pages.',
  ]);
  expect(shop.asked).toEqual(['/robots.txt', '/a', '/b']);
  await walk(shop, 1);
  expect(shop.asked).toEqual([]);
});

it('a menu does not keep out the products, and a filter not the pages', async () => {
  const menu = Array.from({ length: 30 }, (_, index) => `/kinds/${index}`);
  const filters = Array.from({ length: 30 }, (_, index) => `/kinds/0?size=${index}`);
  const pages = [...menu, ...filters, '/products/shoe', '/about'];
  const shop = await startShop({ '/': linksTo(...pages), ...Object.fromEntries(pages.map((path) => [path, ''])) });
  await walk(shop, 6);
  expect(shop.asked.slice(1)).toEqual(['/kinds/0', '/products/shoe', '/about', '/kinds/1', '/kinds/2']);
});

it('what robots.txt asks for is done, and said where pages are missing', async () => {
  const shop = await startShop(
    { '/': linksTo('/a', '/private/b'), '/a': '', '/private/b': '' },
    { '/robots.txt': serve(200, {}, 'User-agent: *\nDisallow: /private/') },
  );
  expect((await walk(shop, 20)).lines).toContain(
    "skipped: The site's robots.txt asks programs not to read /private/b.",
  );
  expect(shop.asked).toEqual(['/robots.txt', '/a']);
});

it('where robots.txt cannot be read, nothing else is', async () => {
  const shop = await startShop({ '/': linksTo('/a'), '/a': '' }, { '/robots.txt': serve(500) });
  expect((await walk(shop, 20)).lines).toContain(
    'skipped: No more of the site was read: its robots.txt could not be read, which may ask programs to stay away.',
  );
  expect(shop.asked).toEqual(['/robots.txt']);
});

it.each([429, 503])('a server that answers %s is left alone', async (status) => {
  const shop = await startShop({ '/': linksTo('/a', '/b'), '/b': '' }, { '/a': serve(status) });
  expect((await walk(shop, 20)).lines).toContain(
    `skipped: No more of the site was read: /a answers ${status}, which asks for fewer requests.`,
  );
  expect(shop.asked).toEqual(['/robots.txt', '/a']);
});

it('another server gets no request, by a link, a base or a redirect', async () => {
  const other = await startShop({ '/': '', '/a': '' });
  const based = `<base href="${other.url}">${linksTo('a')}`;
  const pages = { '/': linksTo(other.url, `${other.url}/a`, '/away', '/based'), '/based': based };
  const shop = await startShop(pages, { '/away': redirectTo(`${other.url}/a`) });
  expect((await walk(shop, 20)).lines.slice(0, 2)).toEqual([
    'good: 2 pages were read: /, /based.',
    'skipped: Not read: /away (leads to another server).',
  ]);
  expect(other.asked).toEqual([]);
});

it('a loop of redirects ends, and a page that several addresses lead to is read once', async () => {
  const shop = await startShop(
    { '/': linksTo('/loop', '/old', '/new', '/new/'), '/new': '' },
    { '/loop': redirectTo('/loop'), '/old': redirectTo('/new') },
  );
  expect((await walk(shop, 20)).lines).toEqual([
    'good: 2 pages were read: /, /new.',
    'skipped: Not read: /loop (it redirects more than 5 times).',
    'good: rules[0] (.price) finds one element on each of 2 pages.',
  ]);
  expect(shop.asked.filter((path) => path === '/new')).toHaveLength(1);
});

it('a page that never ends, one that breaks off and one that is no HTML are left out', async () => {
  const endless: RequestListener = (_incoming, response) => {
    response.writeHead(200, html);
    const more = (): void => {
      while (response.write('<a href="/b">x</a>'.repeat(5000)));
    };
    response.on('drain', more);
    more();
  };
  const broken: RequestListener = (_incoming, response) => {
    response.writeHead(200, html).write('<p>');
    response.destroy();
  };
  const shop = await startShop(
    { '/': linksTo('/endless', '/broken', '/picture', '/b'), '/b': '' },
    { '/endless': endless, '/broken': broken, '/picture': serve(200, { 'content-type': 'image/gif' }, 'GIF') },
  );
  const { lines } = await walk(shop, 20);
  expect(lines[0]).toBe('good: 2 pages were read: /, /b.');
  expect(lines[1]).toMatch(/^skipped: Not read: \/endless \(it sends more than 5 MB\), \/broken \(.+\)\.$/);
});

it('of 10,000 links on a page as many are followed as the owner wants, and each page may have others', async () => {
  const many = (from: string) => linksTo(...Array.from({ length: 10_000 }, (_, index) => `${from}-${index}`));
  const asked: string[] = [];
  const url = await startServer((incoming, response) => {
    const path = incoming.url ?? '';
    asked.push(path);
    if (path === '/robots.txt') response.end();
    else response.writeHead(200, html).end(head + many(path));
  });
  const { lines } = await walk({ url, asked }, 5);
  expect(asked).toHaveLength(5);
  expect(lines.at(-1)).toBe('warning: rules[0] (.price) finds nothing on any of the 5 pages that it is for.');
});
