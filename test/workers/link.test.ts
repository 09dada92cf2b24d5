import { describe, expect, it } from 'vitest';
import { hostileLinks } from '../support/hostile-links.ts';
import { shareEdge } from './edge.ts';

const edge = shareEdge();

const html =
  '<!doctype html><html lang="en"><body><a href="/here" data-geo-href="/{country}-{currency}">x</a><p data-geo-text="{city}">there</p></body></html>';

/** Where the link of a page leads as it leaves, and its text. */
async function read(path: string, cookie?: string): Promise<string> {
  return textsOf(await send(path, cookie));
}

async function send(path: string, cookie?: string): Promise<string> {
  const response = await edge.render({ html }, { path, ...(cookie !== undefined && { headers: { cookie } }) });
  expect(response.headers.get('set-cookie'), 'no server sets a cookie because of an address').toBeNull();
  return response.text();
}

function textsOf(page: string): string {
  const [, place = ''] = / href="(?:https:\/\/shop\.example)?\/([^"{]*)"/.exec(page) ?? [];
  const [, city = ''] = /<p [^>]*>([^<]*)/.exec(page) ?? [];
  return `${place.replace('-', ' ')}, ${city}`;
}

const cookieOf = (value: unknown, name = 'geolet_choice_link') =>
  `${name}=${encodeURIComponent(JSON.stringify(value))}`;
const germany = { fields: { countryCode: 'DE', currencyCode: 'EUR' }, place: true, currency: false };
const yen = { fields: { currencyCode: 'JPY' }, place: false, currency: true };

describe('a link that carries a choice, on pages that a server writes', () => {
  it.each([
    ['no choice', '/', 'FR EUR, Lyon'],
    ['a country', '/?geo-choice=CH', 'CH CHF, there'],
    ['a state', '/?geo-choice=US-CA', 'US USD, there'],
    ['a currency alone', '/?geo-choice=currency:JPY', 'FR JPY, Lyon'],
    ['both', '/?geo-choice=country:CH;currency:EUR', 'CH EUR, there'],
    ['"unknown"', '/?geo-choice=unknown', 'here, there'],
    ['two values, of which the first counts', '/?geo-choice=CH&geo-choice=JP', 'CH CHF, there'],
    ['a state that does not exist', '/?geo-choice=US-ZZ', 'FR EUR, Lyon'],
    ['a city', '/?geo-choice=city:Bern', 'FR EUR, Lyon'],
    ['another name', '/?choice=CH', 'FR EUR, Lyon'],
    ['its name in another spelling, which browsers do not read either', '/?geo%2Dchoice=CH', 'FR EUR, Lyon'],
  ])('%s', async (_, path, texts) => expect(await read(path)).toBe(texts));

  it('goes behind the visitor’s own choice', async () => {
    expect(await read('/?geo-choice=CH', cookieOf(germany, 'geolet_choice'))).toBe('DE EUR, there');
    expect(await read('/?geo-choice=CH', cookieOf(yen, 'geolet_choice'))).toBe('CH JPY, there');
  });

  it('lasts for the session in a cookie of the widget', async () => {
    expect(await read('/next', cookieOf({ words: 'DE', choice: germany }))).toBe('DE EUR, there');
    expect(await read('/?geo-choice=CH', cookieOf({ words: 'DE', choice: germany }))).toBe('CH CHF, there');
  });

  it('takes no more from that cookie than from an address', async () => {
    const city = { fields: { countryCode: 'DE', city: 'Call 0800' }, place: true };
    expect(await read('/next', cookieOf({ words: 'DE', choice: city }))).toBe('DE EUR, there');
    expect(await read('/next', cookieOf({ words: 'DE; city: Call 0800', choice: city }))).toBe('FR EUR, Lyon');
  });

  it('does not come back by the same address after a reset', async () => {
    expect(await read('/?geo-choice=DE', cookieOf({ words: 'DE', choice: null }))).toBe('FR EUR, Lyon');
    expect(await read('/?geo-choice=CH', cookieOf({ words: 'DE', choice: null }))).toBe('CH CHF, there');
  });

  it.each([['text'], [{ words: 1, choice: 'x' }], [[]], [{ choice: { fields: { countryCode: 'XX<' } } }]])(
    'is not read from a cookie with %j',
    async (value) => expect(await read('/', cookieOf(value))).toBe('FR EUR, Lyon'),
  );

  it('brings no character of a hostile value into the page', async () => {
    const page = await send('/');
    const strip = (text: string) => text.replace(/"time":\d+/, '');
    for (const value of hostileLinks)
      expect(strip(await send(`/?${new URLSearchParams({ 'geo-choice': value }).toString()}`)), value).toBe(
        strip(page),
      );
  });

  it('is not told to the pages’ server by a cookie', async () => {
    await read('/next', `a=1; ${cookieOf({ words: 'DE', choice: germany })}; b=2`);
    expect(edge.asked.at(-1)?.headers.get('cookie')).toBe('a=1; b=2');
  });
});
