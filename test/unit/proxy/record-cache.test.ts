import { describe, expect, it } from 'vitest';
import { RecordCache } from '../../../src/proxy/record/cached-service.ts';

const data = {
  coarse: '"countryCode":"FR","isEU":true',
  rest: '"city":"Lyon"',
  license: undefined,
  dataDate: undefined,
};

const open = (limits: object) => new RecordCache({ cacheEntries: 1000, cacheBytes: 1_000_000, ...limits });

describe('cached records', () => {
  it('are no more than so many: the oldest goes first', () => {
    const cache = open({ cacheEntries: 2 });
    for (const [time, key] of ['a', 'b', 'a', 'c'].entries()) cache.put(key, data, time);
    expect(['a', 'b', 'c'].map((key) => cache.get(key)?.data)).toEqual([data, undefined, data]);
  });

  it('weigh no more than so much', () => {
    const cache = open({ cacheBytes: 10_000 });
    const keys = Array.from({ length: 100 }, (_, index) => `${index}${' '.repeat(998)}`);
    for (const key of keys) cache.put(key, data, 0);
    expect(keys.filter((key) => cache.get(key) !== undefined)).toHaveLength(4);
  });

  it('weigh nothing once forgotten, and one that is kept again weighs once', () => {
    const cache = open({ cacheBytes: 250 });
    for (let round = 0; round < 100; round++) cache.put('same', data, round);
    cache.put('other', data, 100);
    expect(cache.get('same')?.time).toBe(99);
    cache.deleteOlderThan(100);
    cache.put('third', data, 100);
    expect(cache.get('other')?.data).toBe(data);
  });

  it('of which one is too heavy alone are none', () => {
    const cache = open({ cacheBytes: 10 });
    cache.put('a', data, 0);
    expect(cache.get('a')).toBeUndefined();
  });

  it('are forgotten once they are too old, also those that were used since', () => {
    const cache = open({});
    for (const [time, key] of ['a', 'b', 'c', 'd'].entries()) cache.put(key, data, time);
    cache.get('a');
    cache.deleteOlderThan(0);
    cache.get('b');
    cache.deleteOlderThan(3);
    cache.put('e', data, 4);
    const times = ['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key)?.time);
    expect(times).toEqual([undefined, undefined, undefined, 3, 4]);
  });

  it('in whatever order they come and are forgotten, are those of a plain list', () => {
    const cache = open({ cacheEntries: 5 });
    let list: { key: string; time: number }[] = [];
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let time = 0; time < 20_000; time++) {
      const key = String(random(12));
      const action = random(10);
      if (action < 4) {
        cache.put(key, data, time);
        list = [...list.filter((entry) => entry.key !== key), { key, time }].slice(-5);
      } else if (action < 9) {
        expect(cache.get(key)?.time).toBe(list.find((entry) => entry.key === key)?.time);
      } else {
        const before = time - random(20);
        cache.deleteOlderThan(before);
        while (list[0] && list[0].time < before) list.shift();
      }
    }
    expect(list.map(({ key }) => cache.get(key)?.time)).toEqual(list.map(({ time }) => time));
  });

  it('are found by their whole key', () => {
    const cache = open({});
    cache.put('__proto__', data, 0);
    expect(cache.get('constructor')).toBeUndefined();
    expect(cache.get('__proto__')?.data).toBe(data);
  });
});
