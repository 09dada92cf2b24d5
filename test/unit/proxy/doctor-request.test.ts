import { describe, expect, it } from 'vitest';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';
import { startProxy } from './visitor.ts';

const secret = 'a-secret-of-more-than-24-characters';

async function askAsDoctor(headers: Record<string, string>, options: Partial<ProxyOptions> = { doctorSecret: secret }) {
  const { ask, upstream } = await startProxy(options);
  const response = await ask({ 'x-geolet-visitor': 'JP', ...headers });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, asked: upstream.received.length };
}

describe('a request as a visitor from another country', () => {
  it('is answered to who has the secret, and asks nobody', async () => {
    const expected = { status: 200, body: { countryCode: 'JP' }, asked: 0 };
    expect(await askAsDoctor({ 'x-geolet-doctor': secret })).toMatchObject(expected);
  });

  it.each([
    undefined,
    '',
    secret.slice(1),
    `${secret}x`,
    secret.toUpperCase(),
    'Stryker was here!',
    'a-secret-of-more-than-24-charactert',
  ])('is refused to who has another: %j', async (sent) => {
    const { status, body } = await askAsDoctor(sent === undefined ? {} : { 'x-geolet-doctor': sent });
    expect(status).toBe(403);
    expect(body).not.toHaveProperty('countryCode');
  });

  it('is an ordinary one where there is no secret', async () => {
    const { status, body, asked } = await askAsDoctor({ 'x-geolet-doctor': secret }, {});
    expect([status, asked]).toEqual([200, 1]);
    expect(body['countryCode']).not.toBe('JP');
  });
});
