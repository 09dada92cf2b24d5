import { describe, expect, it } from 'vitest';
import { BoundedMap } from '../../../src/http/bounded-map.ts';

function filled(maxEntries: number, count: number): BoundedMap<number, string> {
  const map = new BoundedMap<number, string>(maxEntries);
  for (let key = 0; key < count; key++) map.put(key, String(key));
  return map;
}

const keysOf = (map: BoundedMap<number, string>, count: number) =>
  Array.from({ length: count }, (_, key) => key).filter((key) => map.get(key) !== undefined);

describe('a bounded map', () => {
  it('forgets what was put there first', () => {
    expect(keysOf(filled(3, 5), 10)).toEqual([2, 3, 4]);
  });

  it('forgets last what was put there again', () => {
    const map = filled(3, 3);
    map.put(0, 'again');
    map.put(3, '3');
    expect([keysOf(map, 10), map.get(0)]).toEqual([[0, 2, 3], 'again']);
  });

  it('forgets none for one that was taken out', () => {
    const map = filled(3, 4);
    map.delete(2);
    map.put(4, '4');
    expect(keysOf(map, 10)).toEqual([1, 3, 4]);
  });

  it('names its oldest entry, also after that was deleted or put again', () => {
    const map = filled(3, 3);
    expect(map.oldest).toEqual([0, '0']);
    map.delete(0);
    expect(map.oldest).toEqual([1, '1']);
    map.put(1, 'again');
    expect(map.oldest).toEqual([2, '2']);
    map.deleteOldest();
    map.deleteOldest();
    expect([map.oldest, map.size]).toEqual([undefined, 0]);
    map.deleteOldest();
    map.put(5, '5');
    expect(map.oldest).toEqual([5, '5']);
  });

  it('holds no more, however it is filled, emptied and filled again', () => {
    const map = filled(3, 10);
    for (const key of [7, 8, 9]) map.delete(key);
    for (let key = 20; key < 30; key++) map.put(key, String(key));
    expect(keysOf(map, 40)).toEqual([27, 28, 29]);
  });

  it('forgets in a time that does not grow with what it holds', () => {
    const begun = performance.now();
    filled(100_000, 400_000);
    // A third of a second; a walk over what was forgotten before took 17 s.
    expect(performance.now() - begun).toBeLessThan(10_000);
  }, 120_000);
});
