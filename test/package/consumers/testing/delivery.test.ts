import { visitAs } from 'geolet/testing';
import { describe, expect, it } from 'vitest';
import { deliveryDays } from './delivery.ts';

describe('delivery', () => {
  it('takes two days within the Union', () => {
    visitAs('FR');
    expect(deliveryDays()).toBe(2);
  });

  it('takes longer elsewhere', () => {
    visitAs({ country: 'JP', device: 'mobile' });
    expect(deliveryDays()).toBe(9);
  });

  it('is not promised where nothing is known', () => {
    visitAs('offline');
    expect(deliveryDays()).toBeUndefined();
  });

  it('follows a choice', async () => {
    const geolet = visitAs('JP');
    await geolet.override('country: DE');
    expect(deliveryDays()).toBe(2);
  });
});
