import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAddressList } from '../../src/http/trusted-hops.ts';
import { readForwarded } from '../../src/proxy/address/forwarded.ts';
import { headerSources } from '../../src/proxy/hosts/header-sources.ts';
import { createProxy } from '../../src/proxy/proxy.ts';
import type { GpcLevel } from '../../src/proxy/record/redact-record.ts';
import { isPublic, parseAddress, parseForwardedAddress, visitorKey } from '../../src/record/address.ts';
import { sendRequest } from '../proxy-conformance/send-request.ts';
import { trustedRanges } from '../support/trusted-ranges.ts';
import { route, startWordPress, type WordPress } from './start-wordpress.ts';

/** The same in each run. */
function sample<Value>(arbitrary: fc.Arbitrary<Value>, numRuns: number): Value[] {
  return fc.sample(arbitrary, { numRuns, seed: 1 });
}

let wordpress: WordPress;
beforeAll(async () => {
  wordpress = await startWordPress();
});
afterAll(async () => {
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  expect(complaints).toEqual([]);
});

/** Runs a function of PHP over texts, which travel as base64: some have bytes that are no text. */
async function inPhp(texts: readonly string[], body: string): Promise<unknown[]> {
  const list = Buffer.from(JSON.stringify(texts)).toString('base64');
  return JSON.parse(
    await wordpress.php(`
      $read = static function ( string $text ) { ${body} };
      echo json_encode( array_map( $read, json_decode( base64_decode( '${list}' ) ) ) );
    `),
  ) as unknown[];
}

/** PHP for the texts of a list of addresses. */
const textsOf = (list: string) =>
  `array_map( static function ( $address ) { return $address->text ?? null; }, ${list} )`;

const octet = fc.oneof(fc.integer({ min: 0, max: 300 }).map(String), fc.constantFrom('00', '01', '0x1', ''));
const ipv4 = fc.array(octet, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'));
const group = fc.constantFrom('0', '0', '0', '1', 'ab', 'FFFF', '2001', 'db8', '0000', '12345', 'g');
const ipv6 = fc
  .tuple(
    fc.array(group, { maxLength: 8 }),
    fc.array(fc.oneof(group, ipv4), { maxLength: 8 }),
    fc.constantFrom('::', ':', ''),
  )
  .map(([head, tail, middle]) => head.join(':') + middle + tail.join(':'));
const special = fc.constantFrom(
  '::',
  '::1',
  '::ffff:81.2.69.142',
  '::81.2.69.142',
  'fe80::1%eth0',
  '10.0.0.1',
  '100.64.0.1',
  '1::0:0:1',
  '2001:0:0:1::',
  '',
);
const address = fc.oneof(ipv4, ipv6, special, fc.ipV4(), fc.ipV6());

describe('in PHP', () => {
  it('addresses are read as by the proxy', async () => {
    const texts = sample(address, 2_000);
    const read = await inPhp(
      texts,
      `
      $address = Geolet_Address::parse( $text );
      return null === $address ? null : array( $address->text, $address->is_public(), $address->visitor_key() );
    `,
    );
    const expected = texts.map((text) => {
      const parsed = parseAddress(text);
      return parsed === undefined ? null : [parsed.text, isPublic(parsed), visitorKey(parsed)];
    });
    expect(expected.filter((each) => each !== null).length).toBeGreaterThan(500);
    expect(texts.map((text, index) => [text, read[index]])).toEqual(
      texts.map((text, index) => [text, expected[index]]),
    );
  });

  it('entries of X-Forwarded-For are read as by the proxy', async () => {
    const wrapped = fc
      .tuple(address, fc.constantFrom('', ' ', '['), fc.constantFrom('', ' ', ']', ']:443', ':80', ':123456'))
      .map(([text, before, after]) => before + text + after);
    const texts = sample(wrapped, 1_000);
    const read = await inPhp(texts, 'return Geolet_Address::parse_entry( $text )->text ?? null;');
    expect(texts.map((text, index) => [text, read[index]])).toEqual(
      texts.map((text) => [text, parseForwardedAddress(text)?.text ?? null]),
    );
  });

  it('ranges that trust everybody are known as by the proxy', async () => {
    const read = await inPhp(
      trustedRanges.map(([ranges]) => ranges),
      "return Geolet_Address::have_everybody( explode( ' ', $text ) );",
    );
    expect(trustedRanges.map(([ranges], index) => [ranges, read[index]])).toEqual(trustedRanges);
  });

  it('Forwarded is read as by the proxy', async () => {
    const value = fc.constantFrom(
      '81.2.69.142',
      '"[2001:db8::1]:443"',
      '"9.9.9.9:80"',
      '_hidden',
      'x',
      '"a, for=9.9.9.9"',
      '"\\""',
      '"',
      '',
    );
    const pair = fc
      .tuple(fc.constantFrom('for', 'For', 'by', 'host'), fc.constantFrom('=', '=', '=', ' = '), value)
      .map((parts) => parts.join(''));
    const piece = fc.oneof({ weight: 4, arbitrary: pair }, fc.constantFrom('"', '\\', 'x', ''));
    const separator = fc.constantFrom(',', ', ', ';', ' ;\t', '');
    const header = fc
      .array(fc.tuple(piece, separator), { maxLength: 6 })
      .map((pieces) => pieces.flat().join('').replace(/[,;]$/, ''));
    // Some are longer than what is read of one, and some have more elements.
    const before = fc.constantFrom('', '', `x="${'y'.repeat(8_000)}, `, 'y'.repeat(8_180), 'for=8.8.8.8,'.repeat(40));
    const texts = sample(
      fc.tuple(before, header).map((parts) => parts.join('')),
      3_000,
    );
    const read = await inPhp(texts, `return ${textsOf('Geolet_Forwarded::read( $text )')};`);
    const expected = texts.map((text) => readForwarded(text).map((found) => found?.text ?? null));
    expect(expected.flat().filter((found) => found !== null).length).toBeGreaterThan(100);
    expect(texts.map((text, index) => [text, read[index]])).toEqual(
      texts.map((text, index) => [text, expected[index]]),
    );
  });

  it('the last entries of X-Forwarded-For are read as by the proxy', async () => {
    const entry = fc.oneof(ipv4, fc.constantFrom('', ' ', ' '.repeat(2_000), '81.2.69.142:80'));
    const texts = sample(
      fc.array(entry, { maxLength: 60 }).map((entries) => entries.join(',')),
      1_000,
    ).concat(`81.2.69.142,${' '.repeat(9_000)}81.2.69.143`, `${'81.2.69.142,'.repeat(900)}81.2.69.143`);
    const read = await inPhp(texts, `return ${textsOf('Geolet_Visitor::read_list( $text )')};`);
    const expected = texts.map((text) => readAddressList(text).map((found) => found?.text ?? null));
    expect(texts.some((text) => text.length > 8_192)).toBe(true);
    expect(texts.map((text, index) => [text, read[index]])).toEqual(
      texts.map((text, index) => [text, expected[index]]),
    );
  });
});

/** What a service may send, and what no service should: JSON, and the same with a few characters changed. */
const json = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.constantFrom('', '', '\u{feff}', ' ', '\n', '\u{a0}', '\u{feff}\u{feff}'),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', '\u{0}', '1', 'é', String.raw`\ud800`),
      ),
      {
        maxLength: 2,
      },
    ),
    fc.nat({ max: 3 }),
  )
  .map(([value, before, changes, wraps]) => {
    let text = wraps === 0 ? value : `{"a":${'['.repeat(300 * wraps)}${value}${']'.repeat(300 * wraps)}}`;
    for (const [at, character] of changes) {
      const index = text.length === 0 ? 0 : at % text.length;
      text = text.slice(0, index) + character + text.slice(index);
    }
    return before + text;
  });

/** UTF-8 has no half of a surrogate pair. */
const asSent = (text: string) => Buffer.from(text).toString();

it('in PHP, JSON of a service is an object or none as in the proxy, however deeply it is nested', async () => {
  const texts = sample(json, 2_000).map(asSent);
  const read = await inPhp(
    texts,
    '$value = Geolet_Json::read_object( $text ); return null === $value ? null : implode( "\\n", array_map( "strval", array_keys( $value ) ) );',
  );
  const names = (text: string) => {
    try {
      const value: unknown = JSON.parse(text.replace(/^\u{feff}/u, ''));
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? asSent(Object.keys(value).join('\n'))
        : null;
    } catch {
      return null;
    }
  };
  // PHP and JavaScript have other orders for names that are numbers; a name may have a line break in it.
  const sorted = (said: unknown) => (typeof said === 'string' ? said.split('\n').toSorted().join('\n') : said);
  expect(texts.filter((text) => names(text) !== null).length).toBeGreaterThan(200);
  expect(texts.map((text, index) => [text, sorted(read[index])])).toEqual(
    texts.map((text) => [text, sorted(names(text))]),
  );
});

const lyon = {
  countryCode: 'FR',
  city: 'Évry-sur-Saône',
  stateName: 'Auvergne-Rhône-Alpes',
  stateCode: 'ARA',
  postalCode: '69001',
  timezone: 'Europe/Paris',
  latitude: '45.7485',
  longitude: '4.8467',
  ASN: 12322,
  ISP: 'Free, SAS',
};
const nowhere = {
  countryCode: 'XX',
  city: '?',
  stateName: '-',
  stateCode: 'toolong',
  postalCode: '',
  timezone: 'PST',
  latitude: '95',
  longitude: 'x',
  ASN: 0,
  ISP: 'NO REGION',
};

describe.each(Object.values(headerSources).filter(({ name }) => name !== 'akamai'))(
  'the host $name',
  ({ name, headers }) => {
    it.each<[string, typeof lyon, string | undefined, Readonly<Record<string, string>>, GpcLevel?]>([
      ['a place', lyon, '81.2.69.142', {}],
      [
        'a place, to a phone',
        lyon,
        '81.2.69.142',
        { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile', 'sec-ch-ua-mobile': '?1', 'sec-ch-ua': 'x', 'save-data': 'on' },
      ],
      [
        'a place, to a desktop',
        lyon,
        '81.2.69.142',
        {
          'user-agent': 'X',
          'sec-ch-ua-mobile': '?0',
          'sec-ch-ua-platform': '"Chromium OS"',
          'sec-ch-prefers-color-scheme': '"dark"',
        },
      ],
      ['a place, under Global Privacy Control', lyon, '81.2.69.142', { 'sec-gpc': '1' }],
      ['a place, under Global Privacy Control with the state', lyon, '81.2.69.142', { 'sec-gpc': '1' }, 'state'],
      ['what is malformed', nowhere, '81.2.69.142', {}],
      ['zeros', { ...lyon, latitude: '0', longitude: '0.0' }, '81.2.69.142', {}],
      ['a place, and nobody names the visitor', lyon, undefined, {}],
    ])('that sends %s is read as by the proxy', async (_what, facts, visitor, own, gpc = 'country') => {
      const expose = ['latitude', 'longitude', 'postalCode', 'ASN', 'ISP'];
      writeFileSync(
        join(wordpress.root, 'wp-config-of-test.php'),
        `<?php define( 'GEOLET_SOURCE', 'host' ); define( 'GEOLET_HOST', '${name}' ); define( 'GEOLET_TRUST', 1 ); define( 'GEOLET_GPC', '${gpc}' ); define( 'GEOLET_EXPOSE', '${expose.join()}' );`,
      );
      const sent: Record<string, string> = { ...own };
      for (const [header, format] of Object.entries(headers)) sent[header] = format.write(facts);
      if (visitor !== undefined) sent['x-forwarded-for'] = visitor;
      const proxy = createProxy({ upstream: { host: name }, trust: 1, expose, gpc, log: () => {} });
      const lower = new Map(Object.entries(sent).map(([header, value]) => [header.toLowerCase(), value]));
      const request = {
        method: 'GET',
        url: 'http://127.0.0.1/geo',
        headers: { get: (header: string) => lower.get(header.toLowerCase()) ?? null },
        signal: new AbortController().signal,
      };
      const expected = await proxy(request, { ip: '127.0.0.1' });
      const lines = Object.entries({ host: '127.0.0.1', ...sent }).flat();
      const { status, text } = await sendRequest(wordpress.url, {
        method: 'GET',
        path: route,
        headers: lines,
        body: '',
      });
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual(await expected.json());
    });
  },
);
