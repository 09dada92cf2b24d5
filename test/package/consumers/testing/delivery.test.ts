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

  it('knows whether the browser sends Global Privacy Control, also of somebody unknown', () => {
    expect(visitAs('US; gpc')).toMatchObject({ optOut: 'signal' });
    expect(visitAs('US')).toMatchObject({ optOut: false });
    expect(visitAs('US; gpc').matches('gpc')).toBe(true);
    expect(visitAs('US').matches('gpc')).toBe(false);
    expect(visitAs('offline; gpc').matches('gpc')).toBe(true);
    expect(visitAs('offline').matches('gpc')).toBe(false);
  });

  it('is of a state that a proxy names under the signal, or does not', () => {
    expect(visitAs('US-CA; gpc').matches('group: usoptout')).toBe(true);
    expect(visitAs('US; gpc').matches('group: usoptout')).toBeUndefined();
    expect(visitAs('US; gpc').matches('group: usoptout unknown')).toBe(true);
  });
});
