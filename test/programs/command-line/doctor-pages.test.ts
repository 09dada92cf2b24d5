import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/start-server.ts';
import { findingsOf, startDoctor } from './run-doctor.ts';

const rules = [{ select: '.price', currency: 'USD 49, EUR 45' }];
const block = `<script type="application/json" data-geo-settings>${JSON.stringify({ rules })}</script>`;

/** What the doctor says of the rules of a shop with two pages, as JSON. */
async function run(...args: readonly string[]) {
  const url = await startServer((incoming, response) => {
    const price = incoming.url === '/boot' ? '$89' : '$49';
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><html lang="en">${block}<p class="price">${price}</p><a href="/boot">Boot</a>`);
  });
  return findingsOf('rules', url, ...args);
}

describe('geolet doctor --pages', () => {
  it('says what the rules find on the pages of the site', async () => {
    expect(await run('--pages', '2')).toEqual([
      { check: 'rules', result: 'good', text: '2 pages were read: /, /boot.' },
      {
        check: 'rules',
        result: 'warning',
        text: 'rules[0] (.price) finds another price than USD 49, the first of its list: "$89" on /boot.',
        fix: expect.stringContaining('Give these pages a list of their own'),
      },
    ]);
  });

  it('is not done unless it is asked for', async () => {
    expect(await run()).toEqual([]);
  });

  it.each(['x', '0', '1000', ''])('ends with 2 for "%s"', async (pages) => {
    const { ended, text } = startDoctor('https://shop.example/', `--pages=${pages}`);
    expect(await ended).toBe(2);
    const words = '--pages takes how many pages to read, from 1 to 200, such as 20, not';
    expect(text()).toContain(`geolet doctor: ${words} "${pages}".`);
  });
});
