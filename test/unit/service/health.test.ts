import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldNames } from '../../../src/record/fields.ts';
import { deleteWebsite, getVisitorData } from '../../../src/record/operations.ts';
import { createService } from '../../../src/service/service.ts';
import { MemoryRateLimiter } from '../../../src/service/limits/memory-rate-limiter.ts';
import { startService, temporaryDirectory, writeDatabase } from './running-service.ts';

describe('GET /health', () => {
  it('says without a key that all is well, and how old the data are', async () => {
    const builtAt = new Date(Date.now() - 10.5 * 86_400_000);
    builtAt.setMilliseconds(0);
    const networks = { '8.8.8.0/24': { country: { iso_code: 'US' } } };
    const path = writeDatabase(temporaryDirectory(), { databaseType: 'GeoIP2-City', builtAt, networks });
    const { url } = await startService({ databases: { city: [path], asn: [] } });
    const response = await fetch(`${url}/health`);
    const file = { kind: 'city', name: 'GeoIP2-City', setting: 'GEO_CITY_DB', failedLookups: 0, ageDays: 10 };
    const data = [{ ...file, builtAt: builtAt.toISOString(), bytes: statSync(path).size }];
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok', store: 'ok', limits: 'ok', data }]);
  });

  it('says that records are poorer when there are no data', async () => {
    const { url } = await startService({ databases: { city: [], asn: [] } });
    const response = await fetch(`${url}/health`);
    const poorer = { status: 'degraded', store: 'ok', limits: 'ok', data: [] };
    expect([response.status, await response.json()]).toEqual([200, poorer]);
  });

  it('answers 503 when the store is gone', async () => {
    const { service } = await startService();
    const limiter = new MemoryRateLimiter({ requests: 1, seconds: 1 });
    const broken = createService({
      geo: service.geo,
      store: { ...service.store, check: () => Promise.reject(new Error('disk gone')) },
      limiters: { perKey: limiter, failedKeys: limiter },
      trustedProxies: [],
    });
    const { status, body } = await broken.handle({ method: 'GET', path: '/health', headers: new Headers(), id: '' });
    expect(status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ status: 'failing', store: 'failing' });
  });
});

it('GET /openapi.json describes both operations and every field', async () => {
  const { url } = await startService();
  const response = await fetch(`${url}/openapi.json`);
  const document = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  expect([response.status, document.openapi]).toEqual([200, '3.1.0']);
  const get = document.paths[getVisitorData.path]?.['get'];
  const remove = document.paths[deleteWebsite.path.replace(':siteID', '{siteID}')]?.['delete'];
  for (const operation of [get, remove])
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '405', '429', '500', '503']),
    );
  for (const name of fieldNames) expect(JSON.stringify(document)).toContain(`"${name}":{"type":`);
});
