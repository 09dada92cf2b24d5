import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../src/record/address.ts';
import { openGeoData } from '../../../src/service/geo/geo-data.ts';
import { hasMaxmindData, maxmindDatabase as file } from '../../support/maxmind-test-data.ts';

function fieldsOf(databases: Parameters<typeof openGeoData>[0], text: string) {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(text);
  const { fields, isCellular } = openGeoData({ city: [], asn: [], ...databases }, '/nowhere').about(address);
  return {
    ...(JSON.parse(JSON.stringify(fields)) as Record<string, unknown>),
    ...(isCellular !== undefined && { isCellular }),
  };
}

describe.runIf(hasMaxmindData)("MaxMind's test databases", () => {
  it.each([
    [
      '81.2.69.142',
      {
        countryCode: 'GB',
        stateCode: 'ENG',
        city: 'London',
        latitude: '51.5142',
        longitude: '-0.0931',
        timezone: 'Europe/London',
      },
    ],
    ['::ffff:81.2.69.142', { city: 'London' }],
    ['2002:5102:458e::1', { city: 'London' }],
    ['2.125.160.216', { countryCode: 'GB', city: 'Boxford', stateCode: 'ENG', postalCode: 'OX1' }],
    ['89.160.20.112', { countryCode: 'SE', stateCode: 'E', city: 'Linköping', isEU: true }],
    [
      '216.160.83.56',
      { countryCode: 'US', stateCode: 'WA', city: 'Milton', postalCode: '98354', timezone: 'America/Los_Angeles' },
    ],
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

  it.each([
    ['1.128.0.0', 1221, 'Telstra Pty Ltd'],
    ['12.81.92.0', 7018, 'AT&T Services'],
  ])('GeoLite2 ASN knows %s', (text, ASN, ISP) => {
    expect(fieldsOf({ asn: [file('GeoLite2-ASN-Test')] }, text)).toEqual({ ASN, ISP });
  });

  it.each([
    ['1.0.1.0', true],
    ['80.214.0.0', true],
    ['1.0.0.0', false],
  ])('Connection-Type says of %s whether it is mobile: %s', (text, isCellular) => {
    expect(fieldsOf({ connection: [file('GeoIP2-Connection-Type-Test')] }, text)).toEqual({ isCellular });
  });
});
