import { startGeolet } from 'geolet';
import { visitAs } from 'geolet/testing';
import { expect, it } from 'vitest';
import { currency } from './currency.ts';

it('follows a visitor who comes after the module has started its Geolet', () => {
  visitAs('FR');
  expect(currency()).toBe('EUR');
});

it('is of the last visitor, also between two of one test', () => {
  visitAs('JP');
  expect(currency()).toBe('JPY');
  visitAs('GB');
  expect(currency()).toBe('GBP');
  visitAs('unknown');
  expect(currency()).toBe('USD');
});

it('follows a choice and its withdrawal', async () => {
  const geolet = visitAs('JP');
  await geolet.override('country: DE');
  expect(currency()).toBe('EUR');
  geolet.reset();
  expect(currency()).toBe('JPY');
  geolet.consent(false);
  expect(currency()).toBe('USD');
});

it('knows nothing once a visitor has been ended, and the next one', () => {
  visitAs('FR').destroy();
  expect(currency()).toBe('USD');
  expect(globalThis.geolet).toBeUndefined();
  visitAs('JP');
  expect(currency()).toBe('JPY');
});

it('there is one Geolet, whoever has it', () => {
  const geolet = visitAs('FR');
  expect(startGeolet()).toBe(geolet);
  expect(globalThis.geolet).toBe(geolet);
  expect(visitAs('JP')).toBe(geolet);
});

it('refuses words that are not understood, and the visitor stays', () => {
  visitAs('FR');
  expect(() => visitAs('Mars')).toThrow('These words do not describe a visitor');
  expect(currency()).toBe('EUR');
});

if (typeof document !== 'undefined') {
  it('is told of each visitor, and of the change from one to the next', async () => {
    const heard: string[] = [];
    visitAs('FR');
    await Promise.resolve();
    for (const type of ['geo-ready', 'geo-change'] as const) document.addEventListener(type, () => heard.push(`${type} ${currency()}`));
    visitAs('FR');
    await Promise.resolve();
    expect(heard.splice(0)).toEqual(['geo-ready EUR']);
    visitAs('JP');
    await Promise.resolve();
    expect(heard.splice(0)).toEqual(['geo-ready JPY', 'geo-change JPY']);
  });
}
