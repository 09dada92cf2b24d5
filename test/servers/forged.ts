import { visitors } from '../support/visitors.ts';

/** Who a visitor may say to be. */
export const forgedAddress = visitors.osaka;

const single: readonly string[] = [
  'X-Visitor-IP',
  'X-Real-IP',
  'X-Client-IP',
  'Client-IP',
  'X-Cluster-Client-IP',
  'X-Original-Forwarded-For',
  'X-Forwarded',
  'Forwarded-For',
  'X-Remote-IP',
  'X-Originating-IP',
  'CF-Connecting-IP',
  'CF-Connecting-IPv6',
  'True-Client-IP',
  'Fastly-Client-IP',
  'Fly-Client-IP',
  'X-Vercel-Forwarded-For',
  'X-NF-Client-Connection-IP',
  'X-Azure-ClientIP',
  'X-Appengine-User-IP',
  'X_Forwarded_For',
  'X-Forwarded_For',
];

/** What programs send to be taken for somebody else: headers as names and values in turn. */
export const forgeries: ReadonlyArray<readonly [what: string, headers: readonly string[]]> = [
  ['X-Forwarded-For', ['X-Forwarded-For', forgedAddress]],
  ['x-forwarded-for in small letters', ['x-forwarded-for', forgedAddress]],
  [
    'X-Forwarded-For with several addresses',
    ['X-Forwarded-For', `${forgedAddress}, 10.0.0.1, 127.0.0.1, ${forgedAddress}`],
  ],
  ['X-Forwarded-For with a port', ['X-Forwarded-For', `${forgedAddress}:4711`]],
  ['X-Forwarded-For of loopback', ['X-Forwarded-For', '127.0.0.1']],
  ['X-Forwarded-For that ends in a comma', ['X-Forwarded-For', `${forgedAddress},`]],
  ['X-Forwarded-For without a value', ['X-Forwarded-For', '']],
  ['X-Forwarded-For that is no address', ['X-Forwarded-For', 'unknown']],
  [
    'X-Forwarded-For with forty addresses',
    ['X-Forwarded-For', Array.from({ length: 40 }, () => forgedAddress).join(',')],
  ],
  [
    'several lines of X-Forwarded-For',
    ['X-Forwarded-For', forgedAddress, 'X-Forwarded-For', forgedAddress, 'x-forwarded-for', '10.0.0.1'],
  ],
  // Servers drop what Connection names, some of them also what they have added: https://httpd.apache.org/security/vulnerabilities_24.html#CVE-2022-31813
  ['X-Forwarded-For named in Connection', ['X-Forwarded-For', forgedAddress, 'Connection', 'close, X-Forwarded-For']],
  ['X-Forwarded-For in Connection alone', ['Connection', 'keep-alive, X-Forwarded-For']],
  ['Forwarded', ['Forwarded', `for=${forgedAddress}`]],
  [
    'several lines of Forwarded',
    ['Forwarded', `for=${forgedAddress};proto=https`, 'Forwarded', `for="${forgedAddress}:80", for=127.0.0.1`],
  ],
  ...single.map((name) => [name, [name, forgedAddress]] as const),
  [
    'all of them at once',
    single
      .flatMap((name) => [name, forgedAddress])
      .concat('X-Forwarded-For', forgedAddress, 'Forwarded', `for=${forgedAddress}`),
  ],
];
