import { licenseLink } from '../../../src/proxy/record/visitor-data.ts';
import { isCacheHeader } from '../../../src/proxy/request/cache-headers.ts';
import { choiceIn } from '../../../src/pages/front/choice-cookie.ts';
import { parsePolicies } from '../../../src/pages/render/content-security-policy.ts';
import { firstLanguage } from '../../../src/pages/render/page-context.ts';
import { charsetIn } from '../../../src/pages/stream/declared-encoding.ts';
import { isServerHeader } from '../../../src/pages/front/server-headers.ts';
import { pathAsSent } from '../../../src/proxy/request/visitor-request.ts';
import { widgetFileResponse } from '../../../src/proxy/widget-files.ts';
import { packedCountryFields } from '../../../src/record/packed-countries.ts';
import { parseVisitorWords } from '../../../src/rules/visitor-words.ts';
import { readList, readString } from '../../../src/service/device/client-hints.ts';
import { readUserAgent } from '../../../src/service/device/user-agent.ts';
import { pageAddress } from '../../../src/service/device/page-address.ts';
import { visitorAddress } from '../../../src/service/visitor-address.ts';
import { type Kind, textKind } from '../kind.ts';

/** More than Node takes, so that what grows is seen well. */
const most = 64_000;

/** What grows is only a part of the time of one reading. */
const often =
  (read: (text: string) => unknown) =>
  (text: string): void => {
    for (let time = 0; time < 20; time++) read(text);
  };

const ofFile = (name: string) => (value: string) =>
  widgetFileResponse(
    {
      method: 'GET',
      url: 'https://shop.example/',
      headers: new Headers({ [name]: value }),
      signal: new AbortController().signal,
    },
    'geolet.js',
    () => Promise.resolve({ body: new Uint8Array(1), etag: '"1"', encoding: undefined }),
  );

const policiesIn = often((text) => parsePolicies([text]));
const choiceOf = often((cookie) => choiceIn(new Headers({ cookie }), 'choice'));

/** Headers of visitors, and of servers that nobody here wrote. */
export const headerKinds: readonly Kind[] = [
  textKind('charset: many blanks', most, ' ', often(charsetIn), { before: 'text/html; charset=' }),
  textKind('charset: many times', most, 'charset=', often(charsetIn)),
  textKind('charset: blanks and quotes', most, 'charset =  "', often(charsetIn)),
  textKind('Link: many targets', most, '<a>;', often(licenseLink)),
  textKind('Link: many parameters', most, ' ; rel = x', often(licenseLink), { before: '<https://a.example>' }),
  textKind('Link: an open quote', most, ' ; rel = "', often(licenseLink), { before: '<https://a.example>' }),
  textKind('Content-Security-Policy: many directives', most, (index) => `d${index} 'self';`, policiesIn),
  textKind('Content-Security-Policy: many policies', most, "script-src 'self',", policiesIn),
  textKind('Content-Security-Policy: many sources', most, 'a.example ', policiesIn, { before: 'script-src ' }),
  textKind('header names: many parts for servers', most, 'x-', often(isServerHeader)),
  textKind('header names: a long part for servers', most, 'auth', often(isServerHeader)),
  textKind('header names: many words for caches', most, 'x-fpc-', often(isCacheHeader)),
  textKind('header names: a long part for caches', most, 'x', often(isCacheHeader)),
  textKind('Cookie: many', most, (index) => `c${index}=1; `, choiceOf),
  textKind('Cookie: many equal signs', most, '=', choiceOf, { before: 'choice' }),
  textKind('Accept-Language: many', most, 'de;q=0.5,', often(firstLanguage)),
  textKind('If-None-Match: many', most, 'W/"x", ', ofFile('if-none-match')),
  textKind('Accept-Encoding: many', most, 'x;q=0, ', ofFile('accept-encoding')),
  textKind('request target: a long path', most, '/a', often(pathAsSent), { before: 'https://shop.example' }),
  textKind('X-Geolet-Visitor: many words', most, 'JP; city: Osaka; ', (words) =>
    parseVisitorWords(words, packedCountryFields),
  ),
  textKind('X-Forwarded-For at the service: no address', most, 'x, ', (value) => {
    visitorAddress(new Headers({ 'x-forwarded-for': `${value}, 81.2.69.142` }));
  }),
  textKind('User-Agent: many products', most, (index) => `Mozilla/${index}.0 (X11; ) `, readUserAgent),
  textKind('User-Agent: brackets', most, '((', readUserAgent),
  textKind('Client Hints: many brands', most, '"a";v="1", ', often(readList)),
  textKind('Client Hints: backslashes', most, '\\"', often(readString), { before: '"', after: '"' }),
  textKind('Referer: a long address', most, 'a/', often(pageAddress), { before: 'https://shop.example/' }),
];
