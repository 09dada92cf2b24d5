import { visitAs } from 'geolet/testing';
import { expect, it } from 'vitest';

it('knows the country, and no city', () => {
  const geolet = visitAs('country: FR; city: Lyon', { source: 'header' });
  expect(geolet.visitor).toMatchObject({ source: 'header', currencyCode: 'EUR' });
  expect(geolet.matches('city: Lyon')).toBeUndefined();
});

it('keeps the country of the header without consent, and no choice', async () => {
  const geolet = visitAs('US-CA', { source: 'header' });
  await geolet.override('JP');
  expect(geolet.visitor).toMatchObject({ source: 'choice', countryCode: 'JP' });
  geolet.consent(false);
  expect(geolet.visitor).toMatchObject({ source: 'header', countryCode: 'US', stateCode: 'CA' });
});
