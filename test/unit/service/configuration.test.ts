import { describe, expect, it } from 'vitest';
import { defaultConfiguration, readConfiguration } from '../../../src/service/configuration.ts';

describe('readConfiguration', () => {
  it.each([{}, { PORT: '', GEO_CITY_DB: '', KEY_LIMIT: ' ' }])('takes the defaults from %j', (environment) => {
    expect(readConfiguration(environment)).toEqual(defaultConfiguration);
  });

  it('reads every setting', () => {
    const read = readConfiguration({
      HOST: '::',
      PORT: '0',
      DATA_DIR: '/var/lib/geolet',
      KEY_LIMIT: '10/1',
      FAILED_KEY_LIMIT: '5/300',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      GEO_CITY_DB: ' a.mmdb , b.mmdb,',
      GEO_ASN_DB: 'none',
      GEO_ISP_DB: 'isp.mmdb',
      GEO_CONNECTION_DB: 'c.mmdb',
      DATABASE_URL: 'postgres://a:b@c/d',
      REDIS_URL: 'rediss://a',
      DATA_POLL_SECONDS: '0',
      DRAIN_SECONDS: '15',
      LOG_REQUESTS: 'on',
      GEO_UPDATE_URL: 'http://127.0.0.1:1/geo-data',
    });
    expect(read).toEqual({
      host: '::',
      port: 0,
      dataDirectory: '/var/lib/geolet',
      keyLimit: { requests: 10, seconds: 1 },
      failedKeyLimit: { requests: 5, seconds: 300 },
      trustedProxies: [
        { family: 4, prefixLength: 8, prefix: 10n, hostBits: 24n },
        { family: 6, prefixLength: 128, prefix: 1n, hostBits: 0n },
      ],
      databases: { city: ['a.mmdb', 'b.mmdb'], asn: [], isp: ['isp.mmdb'], connection: ['c.mmdb'] },
      databaseURL: 'postgres://a:b@c/d',
      redisURL: 'rediss://a',
      dataPollSeconds: 0,
      drainSeconds: 15,
      logRequests: true,
      renewsData: false,
      updateURL: 'http://127.0.0.1:1/geo-data',
    });
  });

  it.each([
    ['KEY_LIMIT', '100', '100/60'],
    ['KEY_LIMIT', '100/min', '100/60'],
    ['FAILED_KEY_LIMIT', '5 per hour', '5/3600'],
    ['DATA_POLL_SECONDS', '5m', '300'],
    ['DRAIN_SECONDS', '10s', '10'],
    ['LOG_REQUESTS', 'yes', 'on'],
    ['LOG_REQUESTS', '0', 'off'],
    ['LOG_REQUESTS', 'offf', 'off'],
  ])('says what is meant by %s=%s, and takes it', (name, value, meant) => {
    const read = () => readConfiguration({ [name]: value });
    expect(read).toThrow(new RegExp(`^${name} is "?${value}"?: did you mean ${meant}\\? Or .+\\.$`));
    expect(() => readConfiguration({ [name]: meant })).not.toThrow();
  });

  it.each([
    ['PORT', '80a'],
    ['KEY_LIMIT', 'many'],
    ['KEY_LIMIT', '100/fortnight'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '2d'],
    ['LOG_REQUESTS', 'sometimes'],
  ])('does not guess what %s=%s means', (name, value) => {
    const read = () => readConfiguration({ [name]: value });
    expect(read).toThrow(new RegExp(`^${name} is "?${value}"?: .+\\.$`));
    expect(read).not.toThrow(/did you mean/);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['KEY_LIMIT', '0/60'],
    ['KEY_LIMIT', '1/0'],
    ['DATA_POLL_SECONDS', '1.5'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1,example.com'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '128.0.0.0/1,0.0.0.0/1'],
  ])('refuses %s=%s by its name', (name, value) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(new RegExp(`^${name} is "?${value}"?: .+\\.$`));
  });

  it.each([
    ['DATABASE_URL', 'mysql://user:secret@host/db'],
    ['DATABASE_URL', 'postgres://'],
    ['REDIS_URL', 'http://:secret@host'],
    ['REDIS_URL', 'redis://[secret'],
  ])('refuses %s=%s without repeating it', (name, value) => {
    const read = () => readConfiguration({ [name]: value });
    expect(read).toThrow(new RegExp(`^${name} is not a URL such as `));
    expect(read).not.toThrow(/secret/);
  });
});
