import { describe, expect, it } from 'vitest';
import { fieldNames, fields } from '../../../src/record/fields.ts';
import { momentAtLocalTime } from '../../../src/rules/time/local-time.ts';
import { parsePreviewWords } from '../../../src/owner/preview/preview-words.ts';

const browser = { deviceType: 'desktop', isMobile: false };

function read(words: unknown) {
  const mistakes: string[] = [];
  const preview = parsePreviewWords(words, browser, (code, text) => mistakes.push(`${code} ${text}`));
  return { preview, mistakes };
}

describe('the words of a preview', () => {
  it('are read up to 2,000 characters, and no longer ones', () => {
    const words = (length: number) => `JP; city: ${'x'.repeat(length - 10)}`;
    expect(read(words(2_000)).preview?.record).toMatchObject({ countryCode: 'JP' });
    expect(read(words(2_001))).toEqual({
      preview: undefined,
      mistakes: [expect.stringMatching(/^unusable-visitor JP; city: x+… \(longer than 2000 characters\)$/)],
    });
  });

  it.each(['JP', 'country: JP', { country: 'JP' }])(
    '%j is a whole visitor, with zone and language of the place',
    (words) => {
      const timezone = 'Asia/Tokyo';
      const record = { ...browser, countryCode: 'JP', currencyCode: 'JPY', timezone };
      expect(read(words).preview).toMatchObject({ record, page: { language: 'ja-JP', timezone }, slow: false });
    },
  );

  it.each([
    ['US', 'America/New_York'],
    ['US-CA', 'America/Los_Angeles'],
    ['country: AU; state: WA', 'Australia/Perth'],
    ['US-QQ', 'America/New_York'],
    ['IN', 'Asia/Kolkata'],
  ])('%s is in the zone %s', (words, timezone) => expect(read(words).preview?.record?.timezone).toBe(timezone));

  it.each(['IN', 'IN; timezone: Asia/Kolkata'])('%s has the name of the zone that this browser would say', (words) => {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata' }).resolvedOptions();
    expect(read(words).preview?.page.timezone).toBe(timeZone);
  });

  it('lets what is named win over what follows from the place and over the browser', () => {
    const { preview } = read('JP; timezone: Europe/Paris; language: fr; device: mobile; mobile; path: /a%20b/');
    const place = { timezone: 'Europe/Paris', language: 'fr' };
    expect(preview?.record).toMatchObject({ ...place, deviceType: 'mobile', isMobile: true });
    expect(preview?.page).toEqual({ ...place, path: '/a b' });
  });

  it.each(['Japan', 'japan; slow', 'country: Japan', { country: 'Japan' }])('%j is a country by its name', (words) => {
    const record = { countryCode: 'JP', timezone: 'Asia/Tokyo' };
    expect(read(words)).toMatchObject({ preview: { record }, mistakes: [] });
  });

  it.each(['Jap', 'city: Japan; Nippon', 'country: Nippon'])('%s is no country', (words) => {
    expect(read(words)).toMatchObject({
      preview: undefined,
      mistakes: [expect.stringMatching(/^unusable-visitor .*(Jap|Nippon)$/)],
    });
  });

  it.each(['UK', 'el'])('%s is understood as people write it', (words) => {
    expect(['GB', 'GR']).toContain(read(words).preview?.record?.countryCode);
  });

  it('takes every field of the record', () => {
    for (const name of fieldNames) {
      const { example } = fields[name];
      expect(read({ [name]: example }).preview?.record, name).toMatchObject({
        [name]: name === 'referer' ? 'https://search.example/' : example,
      });
    }
  });

  it('takes what only the page knows', () => {
    expect(
      read(
        'color: Dark; returning; referrer: mail.example; query: utm_source=x; near: 34.7, 135.5; local-time: Tue 09:30',
      ).preview,
    ).toMatchObject({
      record: { colorPreference: 'dark', referer: 'https://mail.example/', latitude: '34.7', longitude: '135.5' },
      page: { color: 'dark', returning: true, referrer: 'https://mail.example/', query: 'utm_source=x' },
      localTime: 'tue 09:30',
    });
    expect(read('returning: no').preview?.page).toEqual({ returning: false });
    expect(read('gpc').preview?.page).toEqual({ gpc: true });
    expect(read('gpc: no').preview?.page).toEqual({ gpc: false });
    expect(read('US-CA; gpc').preview).toMatchObject({ record: { stateCode: 'CA' }, page: { gpc: true } });
  });

  it('knows about where a large city is, unless the words say it', () => {
    const place = (words: string) => {
      const { latitude, longitude } = read(words).preview?.record ?? {};
      return latitude && `${latitude},${longitude}`;
    };
    expect(place('FR; city: Lyon')).toBe('45.73,5.08');
    expect(place('BR; city: sao paulo')).toBe(place('BR; city: São Paulo'));
    expect(place('city: Lyon')).toBe('45.73,5.08');
    expect(place('FR; city: Lyon; near: 45.76,4.84')).toBe('45.76,4.84');
  });

  it('does not know where a small city is, nor one that is elsewhere or in two countries', () => {
    for (const words of ['FR; city: Cluny', 'JP; city: Lyon', 'city: Barcelona', 'city: ^$', 'FR'])
      expect(read(words).preview?.record).not.toHaveProperty('latitude');
  });

  it('knows nobody, fails, and waits', () => {
    expect(read('unknown').preview).toMatchObject({ record: browser, page: {}, slow: false });
    expect(read('unknown').preview?.record).not.toHaveProperty('countryCode');
    expect(read('offline').preview).toMatchObject({ record: undefined, page: {}, slow: false });
    expect(read('offline; gpc').preview).toMatchObject({ record: undefined, page: { gpc: true } });
    expect(read('JP; slow').preview).toMatchObject({ record: { countryCode: 'JP' }, slow: true });
    expect(read({ country: 'JP', slow: true }).preview).toMatchObject({ record: { countryCode: 'JP' }, slow: true });
  });

  it.each([
    '',
    ';',
    'Atlantis',
    'offline; JP',
    'offline; returning',
    'offline; gpc; slow',
    'slow; offline',
    'not-country: JP',
    'group: dach',
    'country: JP DE',
    'JP; planet: mars',
    'color: blue',
    'returning: maybe',
    'gpc: maybe',
    'near: here',
    'near: 91,0',
    'local-time: soon',
    'local-time: 25:00',
    'referrer: a b',
    'query:',
  ])('%j is told once and is no visitor', (words) => {
    const mistakes = [expect.stringMatching(/^unusable-visitor ./)];
    expect(read(words)).toEqual({ preview: undefined, mistakes });
  });
});

describe('a time on the clock of a zone', () => {
  const sunday = Date.UTC(2026, 10, 22, 12);

  it.each([
    ['09:30', 'Asia/Tokyo', '2026-11-22T00:30:00.000Z'],
    ['sun 09:30', 'Asia/Tokyo', '2026-11-22T00:30:00.000Z'],
    ['tue 09:30', 'Asia/Tokyo', '2026-11-24T00:30:00.000Z'],
    ['sat 23:00', 'America/New_York', '2026-11-29T04:00:00.000Z'],
  ])('%s in %s is %s', (time, zone, moment) => {
    expect(new Date(momentAtLocalTime(time, zone, sunday) ?? NaN).toISOString()).toBe(moment);
  });

  it('is never, where the zone is not known', () =>
    expect(momentAtLocalTime('09:30', 'Mars/Olympus', sunday)).toBeUndefined());
});
