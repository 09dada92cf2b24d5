import { describe, expect, it } from 'vitest';
import { createProxy } from '../../../src/proxy/proxy.ts';
import { requestFields } from '../../../src/proxy/record/request-fields.ts';
import { lyon, visit } from './visitor.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const iPad = 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

it.each([
  [{}, {}],
  [{ 'user-agent': iPhone }, { isMobile: true, deviceType: 'mobile' }],
  [{ 'user-agent': iPad }, { isMobile: false, deviceType: 'tablet' }],
  [{ 'user-agent': firefox }, { isMobile: false }],
  [
    { 'sec-ch-ua': '"Chromium"', 'sec-ch-ua-mobile': '?1', 'sec-ch-ua-platform': '"Android"' },
    { isMobile: true, deviceType: 'mobile', dataSaver: false, OS: 'Android' },
  ],
  [
    { 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Chromium OS"' },
    { isMobile: false, deviceType: 'desktop', OS: 'Chrome OS' },
  ],
  [{ 'sec-ch-ua-platform': 'Windows' }, { OS: 'Windows' }],
  [{ 'sec-ch-ua-platform': '"constructor"' }, {}],
  [{ 'save-data': 'on' }, { dataSaver: true }],
  [{ 'save-data': 'off' }, { dataSaver: false }],
  [
    { 'sec-ch-prefers-color-scheme': '"light"', 'sec-ch-prefers-reduced-motion': '"reduce"' },
    { colorPreference: 'light', reducedMotion: true },
  ],
  [{ 'sec-ch-prefers-color-scheme': '"sepia"', 'sec-ch-prefers-reduced-motion': '?1' }, {}],
])('the fields that headers say outright of %j are %j', (headers, fields) => {
  expect(requestFields(headers)).toEqual(fields);
});

describe('a proxy that asks its host', () => {
  it('needs no key, and answers with the place that the host says', async () => {
    const proxy = createProxy({ upstream: 'host' });
    const response = await proxy(visit({ 'user-agent': iPhone }), {
      ip: lyon,
      place: { countryCode: 'FR', latitude: '45.7' },
    });
    expect(await response.json()).toEqual({ countryCode: 'FR', isMobile: true, deviceType: 'mobile' });
  });

  it('says no place for a private address', async () => {
    const response = await createProxy({ upstream: 'host' })(visit(), { ip: '10.0.0.1', place: { countryCode: 'FR' } });
    expect(await response.json()).toEqual({});
  });

  it('fails where the host says nothing, and the log says why', async () => {
    const lines: string[] = [];
    const response = await createProxy({ upstream: 'host', log: (line) => lines.push(line) })(visit(), { ip: lyon });
    expect(response.status).toBe(500);
    expect(lines).toEqual([expect.stringMatching(/^500 .*does not say where visitors are\.$/)]);
  });
});
