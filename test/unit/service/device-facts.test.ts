import { describe, expect, it } from 'vitest';
import { deviceFacts } from '../../../src/service/device/device-facts.ts';

const agents = {
  chromeWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36 Edg/118.0.2088.46',
  firefoxLinux: 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
  safariMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
  chromebook:
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  iPad: 'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Mobile/15E148 Safari/604.1',
  androidPhone:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Mobile Safari/537.36',
  androidTablet:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36',
  television:
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.88 Safari/537.36 WebAppManager',
  console:
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
  headset:
    'Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/29.0.0.1.2 Chrome/116.0.5845.163 VR Safari/537.36',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  curl: 'curl/8.5.0',
};

/** What is known of a request with these headers; what is not is left out, as in the answer. */
function facts(headers: Record<string, string>, isCellular?: boolean): unknown {
  return JSON.parse(JSON.stringify(deviceFacts(new Headers(headers), isCellular)));
}

describe('a user agent', () => {
  it.each([
    ['chromeWindows', { isMobile: false, deviceType: 'desktop', OS: 'Windows', userAgent: 'Chrome/118.0.0.0' }],
    ['edge', { isMobile: false, deviceType: 'desktop', OS: 'Windows', userAgent: 'Edge/118.0.2088.46' }],
    ['firefoxLinux', { isMobile: false, deviceType: 'desktop', OS: 'Linux', userAgent: 'Firefox/120.0' }],
    ['safariMac', { isMobile: false, deviceType: 'desktop', OS: 'macOS', userAgent: 'Safari/17.0' }],
    ['chromebook', { isMobile: false, deviceType: 'desktop', OS: 'Chrome OS', userAgent: 'Chrome/118.0.0.0' }],
    ['iPhone', { isMobile: true, deviceType: 'mobile', OS: 'iOS', userAgent: 'Mobile Safari/17.0' }],
    ['iPad', { isMobile: false, deviceType: 'tablet', OS: 'iOS', userAgent: 'Mobile Safari/16.0' }],
    ['androidPhone', { isMobile: true, deviceType: 'mobile', OS: 'Android', userAgent: 'Chrome/118.0.0.0' }],
    ['androidTablet', { isMobile: false, deviceType: 'tablet', OS: 'Android', userAgent: 'Chrome/118.0.0.0' }],
    ['television', { isMobile: false, deviceType: 'tv', OS: 'webOS', userAgent: 'Chrome/87.0.4280.88' }],
    ['console', { isMobile: false, deviceType: 'console', OS: 'PlayStation', userAgent: 'Safari/13.0' }],
    ['headset', { isMobile: false, deviceType: 'xr', OS: 'Linux', userAgent: 'Oculus Browser/29.0.0.1.2' }],
    ['googlebot', { isMobile: false, deviceType: 'bot' }],
    ['curl', { isMobile: false, deviceType: 'bot' }],
  ] as const)('of %s', (name, expected) => {
    expect(facts({ 'user-agent': agents[name] })).toEqual(expected);
  });

  it.each([{}, ...['', ' ', '\u{e9}\u{ff}'].map((agent) => ({ 'user-agent': agent }))])(
    '%j says nothing',
    (headers) => {
      expect(facts(headers)).toEqual({});
    },
  );

  it('of great length is cut before it is read, since reading it all would take long', () => {
    const chrome = agents.chromeWindows;
    expect(facts({ 'user-agent': `${' '.repeat(900)}${chrome}` })).toMatchObject({ OS: 'Windows' });
    expect(facts({ 'user-agent': `${';'.repeat(1024)}${chrome}` })).toEqual(facts({ 'user-agent': ';'.repeat(1024) }));
  });
});

it.each([
  // Client Hints name the system before the user agent does, where they name one.
  ['chromeWindows', { 'sec-ch-ua-platform': '"macOS"' }, { OS: 'macOS' }],
  [undefined, { 'sec-ch-ua-platform': '"Chromium OS"' }, { OS: 'Chrome OS', deviceType: 'desktop' }],
  ['chromeWindows', { 'sec-ch-ua-platform': '"Unknown"' }, { OS: 'Windows' }],
  ['chromeWindows', { 'sec-ch-ua-platform': '""' }, { OS: 'Windows' }],
  ['chromeWindows', { 'sec-ch-ua-platform': '"<b>"' }, { OS: 'Windows' }],
  ['chromeWindows', { 'sec-ch-ua-platform': 'Windows 11' }, { OS: 'Windows' }],
  ['chromeWindows', { 'sec-ch-ua-form-factors': '"Desktop"' }, { deviceType: 'desktop' }],
  ['chromeWindows', { 'sec-ch-ua-form-factors': '"Mobile"' }, { deviceType: 'mobile' }],
  ['chromeWindows', { 'sec-ch-ua-form-factors': '"Tablet"' }, { deviceType: 'tablet' }],
  ['chromeWindows', { 'sec-ch-ua-form-factors': '"EInk"' }, { deviceType: 'tablet' }],
  ['chromeWindows', { 'sec-ch-ua-form-factors': '"Watch"' }, { deviceType: 'wearable' }],
  ['chromeWindows', { 'sec-ch-ua-form-factors': '"Automotive"' }, { deviceType: 'embedded' }],
  ['chromeWindows', { 'sec-ch-ua-form-factors': '"Desktop", "XR"' }, { deviceType: 'xr' }],
  ['chromeWindows', { 'sec-ch-ua-form-factors': '"Mobile","XR"' }, { deviceType: 'xr' }],
  // They do not make a person of a bot.
  ['googlebot', { 'sec-ch-ua-form-factors': '"Desktop"' }, { deviceType: 'bot' }],
] as const)('beside the agent %s, the hint %j says %j', (agent, hint, expected) => {
  expect(facts({ ...(agent && { 'user-agent': agents[agent] }), ...hint })).toMatchObject(expected);
});

const laptop = { 'user-agent': agents.chromeWindows };
const desktopPageOnPhone = { 'sec-ch-ua-form-factors': '"Mobile"', 'sec-ch-ua-mobile': '?0' };
it.each([
  ['a mobile hint', { 'sec-ch-ua-mobile': '?1' }, undefined, true],
  ['a mobile hint beside a desktop agent', { 'sec-ch-ua-mobile': '?1', ...laptop }, undefined, true],
  ['a hint that it is not', { 'sec-ch-ua-mobile': '?0' }, undefined, false],
  ['a phone that asked for the desktop page', desktopPageOnPhone, undefined, true],
  ['a laptop on a mobile network', laptop, true, true],
  ['a laptop on cable', laptop, false, false],
  ['a mobile network alone', {}, true, true],
  ['cable alone', {}, false, false],
  ['a hint that is none', { 'sec-ch-ua-mobile': 'yes' }, undefined, undefined],
  ['nothing', {}, undefined, undefined],
] as const)('isMobile for %s', (_name, headers, isCellular, expected) => {
  expect(deviceFacts(new Headers(headers), isCellular).isMobile).toBe(expected);
});

it.each([
  ['dataSaver', { 'save-data': 'on' }, true],
  ['dataSaver', { 'save-data': 'ON' }, true],
  ['dataSaver', { 'save-data': 'off' }, false],
  ['dataSaver', { 'sec-ch-ua': '"Chromium";v="118"' }, false],
  ['dataSaver', { 'user-agent': agents.firefoxLinux }, undefined],
  ['reducedMotion', { 'sec-ch-prefers-reduced-motion': '"reduce"' }, true],
  ['reducedMotion', { 'sec-ch-prefers-reduced-motion': 'no-preference' }, false],
  ['reducedMotion', { 'sec-ch-prefers-reduced-motion': 'some' }, undefined],
  ['colorPreference', { 'sec-ch-prefers-color-scheme': '"dark"' }, 'dark'],
  ['colorPreference', { 'sec-ch-prefers-color-scheme': 'light' }, 'light'],
  ['colorPreference', { 'sec-ch-prefers-color-scheme': '"sepia"' }, undefined],
] as const)('preferences %s with %j is %j', (name, headers, expected) => {
  expect(deviceFacts(new Headers(headers), undefined)[name]).toBe(expected);
});

it.each([
  ['https://shop.example/shoes?q=secret#top', 'https://shop.example/shoes'],
  ['https://user:password@shop.example/', 'https://shop.example/'],
  ['http://localhost:8080/a/b/', 'http://localhost:8080/a/b/'],
  [`https://shop.example/${'a'.repeat(5000)}`, `https://shop.example/${'a'.repeat(5000)}`.slice(0, 2048)],
  ['about:blank', undefined],
  ['file:///etc/passwd', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/relative', undefined],
  ['', undefined],
  ['https://', undefined],
])('pages %# keep origin and path alone', (header, expected) => {
  expect(deviceFacts(new Headers({ referer: header }), undefined).currentPage).toBe(expected);
  expect(deviceFacts(new Headers({ 'x-visitor-referer': header }), undefined).referer).toBe(expected);
});
