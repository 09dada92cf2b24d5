import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { checkSite } from '../../../../src/doctor/site/check-site.ts';
import { request } from '../../../../src/doctor/reply.ts';
import { startServer } from '../../../support/start-server.ts';

const rules = [{ select: '.price', currency: 'USD 49, EUR 45' }];
const head = `<script type="application/json" data-geo-settings>${JSON.stringify({ rules })}</script>`;
const linksTo = (...paths: readonly string[]) => paths.map((path) => `<a href="${path}">x</a>`).join('');

interface Shop {
  readonly url: string;
  /** Paths that were asked for, in their order. */
  readonly asked: string[];
}

/** A site whose pages have the block of rules, and a price. */
async function startShop(
  pages: Readonly<Record<string, string>>,
  others: Readonly<Record<string, RequestListener>> = {},
): Promise<Shop> {
  const asked: string[] = [];
  const url = await startServer((incoming, response) => {
    const path = incoming.url ?? '';
    asked.push(path);
    const body = pages[path];
    if (others[path]) return others[path](incoming, response);
    if (body === undefined) return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><html lang="en">${head}<p class="price">$49</p>${body}`);
  });
  return { url, asked };
}

/** What is said of the site, and how long was waited between requests. */
async function walk({ url, asked }: Shop, most: number) {
  let now = 0;
  const waits: number[] = [];
  const clock = {
    now: () => now,
    wait: (ms: number) => {
      now += ms;
      waits.push(ms);
      return Promise.resolve();
    },
  };
  const first = await request(url);
  asked.length = 0;
  const findings = await checkSite(first, { most, clock });
  return { lines: findings.map(({ result, text }) => `${result}: ${text}`), waits };
}

const redirectTo =
  (location: string): RequestListener =>
  (_incoming, response) =>
    response.writeHead(302, { location }).end();

it('the pages that links lead to are read, near ones first, one a second', async () => {
  const shop = await startShop({
    '/': linksTo('/a', '/b'),
    '/a': linksTo('/', '/a/deep', '/b'),
    '/b': linksTo('/c'),
    '/a/deep': '',
    '/c': '',
    '/alone': '',
  });
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
    { '/robots.txt': (_incoming, response) => response.end('User-agent: *\nDisallow: /private/') },
  );
  expect((await walk(shop, 20)).lines).toContain(
    "skipped: The site's robots.txt asks programs not to read /private/b.",
  );
  expect(shop.asked).toEqual(['/robots.txt', '/a']);
});

it('where robots.txt cannot be read, nothing else is', async () => {
  const shop = await startShop(
    { '/': linksTo('/a'), '/a': '' },
    { '/robots.txt': (_incoming, response) => response.writeHead(500).end() },
  );
  expect((await walk(shop, 20)).lines).toContain(
    'skipped: No more of the site was read: its robots.txt could not be read, which may ask programs to stay away.',
  );
  expect(shop.asked).toEqual(['/robots.txt']);
});

it.each([429, 503])('a server that answers %s is left alone', async (status) => {
  const shop = await startShop(
    { '/': linksTo('/a', '/b'), '/b': '' },
    { '/a': (_incoming, response) => response.writeHead(status).end() },
  );
  expect((await walk(shop, 20)).lines).toContain(
    `skipped: No more of the site was read: /a answers ${status}, which asks for fewer requests.`,
  );
  expect(shop.asked).toEqual(['/robots.txt', '/a']);
});

it('another server gets no request, by a link, a base or a redirect', async () => {
  const other = await startShop({ '/': '', '/a': '' });
  const shop = await startShop(
    {
      '/': linksTo(other.url, `${other.url}/a`, '/away', '/based'),
      '/based': `<base href="${other.url}">${linksTo('a')}`,
    },
    { '/away': redirectTo(`${other.url}/a`) },
  );
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
  const shop = await startShop(
    { '/': linksTo('/endless', '/broken', '/picture', '/b'), '/b': '' },
    {
      '/endless': (_incoming, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const more = (): void => {
          while (response.write('<a href="/b">x</a>'.repeat(5000)));
        };
        response.on('drain', more);
        more();
      },
      '/broken': (_incoming, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).write('<p>');
        response.destroy();
      },
      '/picture': (_incoming, response) => response.writeHead(200, { 'content-type': 'image/gif' }).end('GIF'),
    },
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
    response.writeHead(200, { 'content-type': path === '/robots.txt' ? 'text/plain' : 'text/html' });
    response.end(path === '/robots.txt' ? '' : head + many(path));
  });
  const { lines } = await walk({ url, asked }, 5);
  expect(asked).toHaveLength(5);
  expect(lines.at(-1)).toBe('warning: rules[0] (.price) finds nothing on any of the 5 pages that it is for.');
});
