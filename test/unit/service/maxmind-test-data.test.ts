import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parseAddress, parseAddressRange } from '../../../src/record/address.ts';
import { openGeoData } from '../../../src/service/geo/geo-data.ts';

/** MaxMind's published test databases: https://github.com/maxmind/MaxMind-DB/tree/main/test-data */
const folder = process.env['MAXMIND_TEST_DATA'] ?? '';
const file = (name: string) => join(folder, `${name}.mmdb`);
const isThere = existsSync(file('GeoLite2-City-Test'));
if (!isThere) console.log('Skipped: MaxMind test data. Set MAXMIND_TEST_DATA to a copy of the test-data folder of github.com/maxmind/MaxMind-DB.');

function fieldsOf(databases: Parameters<typeof openGeoData>[0], text: string) {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(text);
  const { fields, isCellular } = openGeoData({ city: [], asn: [], ...databases }, folder).about(address);
  return { ...(JSON.parse(JSON.stringify(fields)) as Record<string, unknown>), ...(isCellular !== undefined && { isCellular }) };
}

describe.runIf(isThere)("MaxMind's test databases", () => {
  it.each([
    ['81.2.69.142', { countryCode: 'GB', stateCode: 'ENG', city: 'London', latitude: '51.5142', longitude: '-0.0931', timezone: 'Europe/London' }],
    ['::ffff:81.2.69.142', { city: 'London' }],
    ['2002:5102:458e::1', { city: 'London' }],
    ['2.125.160.216', { countryCode: 'GB', city: 'Boxford', stateCode: 'ENG', postalCode: 'OX1' }],
    ['89.160.20.112', { countryCode: 'SE', stateCode: 'E', city: 'Linköping', isEU: true }],
    ['216.160.83.56', { countryCode: 'US', stateCode: 'WA', city: 'Milton', postalCode: '98354', timezone: 'America/Los_Angeles' }],
    ['2001:218::', { countryCode: 'JP' }],
    ['2a02:cf40::', { countryCode: 'NO' }],
  ])('GeoLite2 City knows %s', (text, expected) => {
    expect(fieldsOf({ city: [file('GeoLite2-City-Test')] }, text)).toMatchObject(expected);
  });

  it('GeoLite2 City does not know 1.1.1.1', () => {
    expect(fieldsOf({ city: [file('GeoLite2-City-Test')] }, '1.1.1.1')).toEqual({});
  });

  it('GeoLite2 Country knows the country alone', () => {
    const found = fieldsOf({ city: [file('GeoLite2-Country-Test')] }, '81.2.69.142');
    expect(found).toMatchObject({ countryCode: 'GB' });
    expect(found).not.toHaveProperty('city');
  });

  it.each([['1.128.0.0', 1221, 'Telstra Pty Ltd'], ['12.81.92.0', 7018, 'AT&T Services']])('GeoLite2 ASN knows %s', (text, ASN, ISP) => {
    expect(fieldsOf({ asn: [file('GeoLite2-ASN-Test')] }, text)).toEqual({ ASN, ISP });
  });

  it.each([['1.0.1.0', true], ['80.214.0.0', true], ['1.0.0.0', false]])('Connection-Type says of %s whether it is mobile: %s', (text, isCellular) => {
    expect(fieldsOf({ connection: [file('GeoIP2-Connection-Type-Test')] }, text)).toEqual({ isCellular });
  });

  it.each(['GeoLite2-City-Test', 'GeoLite2-ASN-Test'])('every network of %s is found as its source has it', (name) => {
    const source = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<string, Expected>[];
    const geo = openGeoData({ city: [file(name)], asn: [] }, folder);
    let compared = 0;
    for (const [network, expected] of source.flatMap((entry) => Object.entries(entry))) {
      const range = parseAddressRange(network);
      const address = range && parseAddress(network.split('/')[0] ?? '');
      if (address === undefined || expected.location?.accuracy_radius === 1000) continue;
      const { fields } = geo.about(address);
      // Reserved networks, which the test data also fill, are never looked up.
      if (Object.values(fields).every((value) => value === undefined)) continue;
      expect([network, fields.countryCode, fields.city, fields.postalCode, fields.ASN]).toEqual([
        network, expected.country?.iso_code, expected.city?.names.en, expected.postal?.code, expected.autonomous_system_number,
      ]);
      compared++;
    }
    expect(compared).toBeGreaterThan(100);
  });

  it.each(['GeoIP2-City-Test-Broken-Double-Format', 'MaxMind-DB-test-broken-search-tree-24'])('%s costs fields, never an answer', (name) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const text of ['2.125.160.216', '81.2.69.142', '1.1.1.1', '1.1.1.32', '2001:218::', '::1:ffff:ffff']) {
      expect(fieldsOf({ city: [file(name)] }, text)).toEqual(expect.any(Object));
    }
    log.mockRestore();
  });
});

interface Expected {
  readonly country?: { readonly iso_code?: string };
  readonly city?: { readonly names: { readonly en?: string } };
  readonly postal?: { readonly code?: string };
  readonly location?: { readonly accuracy_radius?: number };
  readonly autonomous_system_number?: number;
}
