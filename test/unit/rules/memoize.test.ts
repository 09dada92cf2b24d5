import { describe, expect, it } from 'vitest';
import { memoize } from '../../../src/rules/memoize.ts';

/** A memoized function, and the keys that it has made something for. */
function create() {
  const made: string[] = [];
  const get = memoize((key: string) => {
    made.push(key);
    if (key === 'odd') throw new RangeError('odd');
    return { key };
  });
  return { get, made };
}

describe('what is made once', () => {
  it('is the same object for the same key, and another for another', () => {
    const { get, made } = create();
    expect(get('de')).toBe(get('de'));
    expect(get('fr')).not.toBe(get('de'));
    expect(made).toEqual(['de', 'fr']);
  });

  it('is undefined where it cannot be made, and is not tried again', () => {
    const { get, made } = create();
    expect([get('odd'), get('odd')]).toEqual([undefined, undefined]);
    expect(made).toEqual(['odd']);
  });

  it('is kept for 1000 keys and no more, whatever comes in', () => {
    const { get, made } = create();
    for (let key = 0; key < 1000; key++) get(`key ${key}`);
    get('key 0');
    expect(made).toHaveLength(1000);
    get('key 1000');
    get('key 0');
    expect(made.slice(1000)).toEqual(['key 1000', 'key 0']);
  });
});
